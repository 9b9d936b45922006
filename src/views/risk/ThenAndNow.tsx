import { HTMLTable } from '@blueprintjs/core'
import type { BacktestFound } from '../../services/backtest.ts'
import { useFormat } from '../shared/format.ts'

type Pairs = NonNullable<BacktestFound['result']>['rules']

type ThenAndNowProps = { title: string; head: string; pairs: Pairs; inWords: (name: string) => string }

/** How often each name occurred in the past decisions and occurs now. */
export const ThenAndNow = ({ title, head, pairs, inWords }: ThenAndNowProps) => {
  const { t, number } = useFormat()
  const rows = Object.entries(pairs)
    .map(([name, pair]) => ({ name, words: inWords(name), ...pair }))
    .toSorted((one, other) => one.words.localeCompare(other.words))
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
          {rows.map(({ name, words, before, now }) => (
            <tr key={name}>
              <th scope="row">{words}</th>
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
