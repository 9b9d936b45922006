import { lazy, Suspense, useId, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Failed } from '../../shared/Failed.tsx'
import { useFormat } from '../../shared/format.ts'
import { type Drawing, hasValues, partsOf } from './drawing.ts'
import './picture.css'

const load = () => lazy(async () => ({ default: (await import('./Picture.tsx')).Picture }))
// A lazy component that failed to load stays failed: another try needs another component.
let loaded = load()

type FrameProps = Omit<Drawing, 'points'> & { title: string; points: Drawing['points'] | undefined }

/** A picture with its name and the words for its colours. Its room is kept until its points and its code have come. */
export const PictureFrame = ({ title, points, ...drawing }: FrameProps) => {
  const { t } = useFormat()
  const about = useId()
  const [Picture, setPicture] = useState(() => loaded)
  const loadAgain = () => {
    loaded = load()
    setPicture(() => loaded)
  }
  return (
    <figure className="picture" aria-label={title} aria-describedby={about}>
      <figcaption>
        <ul>
          {drawing.series.slice(0, partsOf(drawing.as, drawing.series.length)).map((one, nth) => (
            <li key={one}>
              <Sample as={drawing.as} nth={nth} />
              {one}
            </li>
          ))}
        </ul>
        <span id={about} hidden>
          {t(`report:picture.${drawing.as}`)}
        </span>
      </figcaption>
      <div className="picture-room">
        {points && !hasValues(points) && <p className="picture-none">{t('report:picture.none')}</p>}
        {points && hasValues(points) && (
          <ErrorBoundary resetKeys={[Picture]} fallback={<Failed brief error={undefined} onRetry={loadAgain} />}>
            <Suspense>
              <Picture {...drawing} points={points} />
            </Suspense>
          </ErrorBoundary>
        )}
      </div>
    </figure>
  )
}

const Sample = ({ as, nth }: Pick<Drawing, 'as'> & { nth: number }) => (
  <svg width={24} height={10} aria-hidden>
    {as === 'lines' ? (
      <g className={`picture-line picture-${nth + 1}`}>
        <path d="M0,5h24" />
      </g>
    ) : (
      <g className={as === 'bars' ? 'picture-bar' : `picture-part picture-${nth + 1}`}>
        <rect width={24} height={10} />
      </g>
    )}
  </svg>
)
