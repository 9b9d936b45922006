import { type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Bars, barAt } from './Bars.tsx'
import { dayAt, Days } from './Days.tsx'
import { type Drawing, drawnOf, height } from './drawing.ts'
import { useWidth } from './useWidth.ts'

/**
 * The picture of a report's lines. A cursor moves over its points, by pointer or by the keys of a slider, and reads their
 * values out.
 */
export const Picture = (drawing: Drawing) => {
  const { as, series, name, value } = drawing
  const { t } = useTranslation()
  const points = drawnOf(drawing)
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const [cursor, setCursor] = useState<number>()
  const last = points.length - 1
  const at = cursor === undefined ? undefined : Math.min(cursor, last)
  const point = at === undefined ? undefined : points[at]

  const pointAt = ({ clientX, clientY }: PointerEvent) => {
    const { left, top } = box.current!.getBoundingClientRect()
    setCursor(as === 'bars' ? barAt(clientY - top, points.length) : dayAt(clientX - left, width, points.length))
  }
  return (
    <>
      <div ref={box} className="picture-box" onPointerMove={pointAt} onPointerLeave={() => setCursor(undefined)}>
        <input
          type="range"
          aria-label={t('report:picture.points')}
          aria-valuetext={name(points[at ?? last]!)}
          max={last}
          value={at ?? last}
          onChange={({ target }) => setCursor(target.valueAsNumber)}
          onFocus={() => setCursor(last)}
          onBlur={() => setCursor(undefined)}
        />
        <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden>
          {as === 'bars' ? (
            <Bars {...drawing} points={points} width={width} at={at} />
          ) : (
            <Days {...drawing} as={as} points={points} width={width} at={at} />
          )}
        </svg>
      </div>
      <output className="picture-values">
        {point && (
          <>
            <b>{name(point)}</b>
            {point.unfinished && ` (${t('report:stillRunning')})`}
            {point.values.map((known, nth) => ` · ${series[nth]} ${known === null ? '–' : value(known)}`)}
          </>
        )}
      </output>
    </>
  )
}
