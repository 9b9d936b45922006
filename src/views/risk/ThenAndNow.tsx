import { HTMLTable } from '@blueprintjs/core'
import type { BacktestFound } from '../../services/backtest.ts'
import { useFormat } from '../shared/format.ts'

type Pairs = NonNullable<BacktestFound['result']>['rules']

/** How often each was so then and is so now. */
export const ThenAndNow = ({ title, head, pairs }: { title: string; head: string; pairs: Pairs }) => {
  const { t, number } = useFormat()
  const rows = Object.entries(pairs).toSorted(([one], [other]) => one.localeCompare(other))
  return (
    <div className="backtest-table">
      <HTMLTable compact aria-label={t(title)}>
        <caption>{t(title)}</caption>
        <thead>
          <tr>
            <th scope="col">{t(head)}</th>
            <th scope="col">{t('backtest:then')}</th>
            <th scope="col">{t('backtest:now')}</th>
            <th scope="col">{t('backtest:difference')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, { before, now }]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{number(before)}</td>
              <td>{number(now)}</td>
              <td>{now === before ? '–' : `${now > before ? '+' : '−'}${number(Math.abs(now - before))}`}</td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </div>
  )
}
