import { HTMLTable } from '@blueprintjs/core'
import { useState } from 'react'
import { fates, type Outcome, outcomes } from '../../machines/backtest.ts'
import type { BacktestFound } from '../../services/backtest.ts'
import { useFormat } from '../shared/format.ts'
import { useVersionName } from '../shared/useVersionName.ts'
import { BacktestOrders } from './BacktestOrders.tsx'

type Cells = NonNullable<BacktestFound['result']>['cells']
type BacktestTableProps = { found: BacktestFound; cells: Cells }

/**
 * The decisions of the past or of the compared version (rows) against this version's (columns): count, amount, and what
 * became of the orders.
 */
export const BacktestTable = ({ found, cells }: BacktestTableProps) => {
  const { t } = useFormat()
  const nameOf = useVersionName()
  const [opened, setOpened] = useState<{ before: Outcome; now: Outcome }>()
  const { id, state, ruleSet, against } = found
  const inWords = (outcome: Outcome) => t(`backtest:outcome.${outcome}`)
  return (
    <div className="backtest-table">
      <HTMLTable compact bordered aria-label={t('backtest:table')} className="backtest-cells">
        <caption>{t('backtest:table')}</caption>
        <thead>
          <tr>
            <th scope="col">{against === null ? t('backtest:asDecided') : nameOf(against)}</th>
            {outcomes.map((now) => (
              <th key={now} scope="col">
                {nameOf(ruleSet)}: {inWords(now)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {outcomes.map((before) => (
            <tr key={before}>
              <th scope="row">{inWords(before)}</th>
              {outcomes.map((now) => (
                <td key={now} data-other={before === now ? undefined : 'true'}>
                  <Cell
                    cell={cells[`${before}.${now}`]}
                    words={{ before: inWords(before), now: inWords(now) }}
                    {...(state === 'done' && { onOpen: () => setOpened({ before, now }) })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </HTMLTable>
      {opened && (
        <BacktestOrders
          key={`${opened.before} ${opened.now}`}
          id={id}
          {...opened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  )
}

type CellProps = { cell: Cells[string] | undefined; words: { before: string; now: string }; onOpen?: () => void }

const Cell = ({ cell, words, onOpen }: CellProps) => {
  const { t, number, money } = useFormat()
  if (!cell) return <span className="quiet">0</span>
  const { count, amount, became } = cell
  const shown = number(count)
  return (
    <>
      {onOpen ? (
        <button
          type="button"
          className="backtest-count"
          aria-label={t('backtest:cellOf', { ...words, shown })}
          onClick={onOpen}
        >
          {shown}
        </button>
      ) : (
        <b>{shown}</b>
      )}
      <small>{money(amount)}</small>
      <ul aria-label={t('backtest:became')}>
        {fates.map(
          (fate) =>
            became[fate] !== undefined && (
              <li key={fate}>
                {t(`backtest:fate.${fate}`)} <b>{number(became[fate])}</b>
              </li>
            ),
        )}
      </ul>
    </>
  )
}
