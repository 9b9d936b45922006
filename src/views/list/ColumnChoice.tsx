import { Button, Checkbox, HTMLSelect } from '@blueprintjs/core'
import { ArrowDownIcon, ArrowUpIcon } from '@blueprintjs/icons'
import { useId } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { Layout } from '../../services/savedViews.ts'
import { arranged, layoutOf, moved } from './layout.ts'

const frozen = [0, 1, 2, 3, 4, 5]

export type ColumnChoiceProps = {
  columns: readonly { name: string; label: string }[]
  layout: Layout | null
  /** Whether columns can be frozen. */
  isGrid: boolean
  onChange: (layout: Layout) => void
}

/** Shows, hides and orders columns. The first column identifies the row, so it stays visible and first. */
export const ColumnChoice = ({ columns, layout, isGrid, onChange }: ColumnChoiceProps) => {
  const { t } = useTranslation()
  const frozenId = useId()
  const placed = arranged(columns, layout)
  const move = (index: number, by: number, button: HTMLElement) => {
    flushSync(() => onChange(layoutOf(moved(placed, index, by), layout)))
    // A browser drops the focus of an element that is moved in the DOM.
    button.focus()
  }
  return (
    <fieldset className="list-columns" aria-label={t('list:columns')}>
      <ul>
        {placed.map(({ column: { name, label }, hidden }, index) => (
          <li key={name}>
            <Checkbox
              label={t(label)}
              checked={!hidden}
              disabled={index === 0}
              onChange={() =>
                onChange(
                  layoutOf(
                    placed.map((one, at) => (at === index ? { ...one, hidden: !hidden } : one)),
                    layout,
                  ),
                )
              }
            />
            {index > 0 && (
              <>
                <Button
                  size="small"
                  variant="minimal"
                  icon={<ArrowUpIcon />}
                  aria-label={t('list:moveUp', { name: t(label) })}
                  aria-disabled={index === 1}
                  onClick={({ currentTarget }) => move(index, -1, currentTarget)}
                />
                <Button
                  size="small"
                  variant="minimal"
                  icon={<ArrowDownIcon />}
                  aria-label={t('list:moveDown', { name: t(label) })}
                  aria-disabled={index === placed.length - 1}
                  onClick={({ currentTarget }) => move(index, 1, currentTarget)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {isGrid && (
        <div className="list-frozen">
          <label htmlFor={frozenId}>{t('list:frozen')}</label>
          <HTMLSelect
            id={frozenId}
            value={layout?.frozen ?? 1}
            options={frozen}
            onChange={({ target }) => onChange({ ...layoutOf(placed, layout), frozen: Number(target.value) })}
          />
        </div>
      )}
      <Button size="small" variant="minimal" text={t('list:resetColumns')} onClick={() => onChange({ columns: [] })} />
    </fieldset>
  )
}
