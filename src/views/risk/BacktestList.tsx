import { Button, HTMLTable } from '@blueprintjs/core'
import type { BacktestRow } from '../../services/backtest.ts'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { useVersionName } from '../shared/useVersionName.ts'

const over: readonly string[] = ['done', 'failed', 'cancelled']
export const isOver = ({ state }: Pick<BacktestRow, 'state'>) => over.includes(state)

export const BacktestState = ({ state }: { state: string }) => {
  const { t } = useFormat()
  const intent = state === 'done' ? 'success' : state === 'failed' ? 'danger' : isOver({ state }) ? 'none' : 'primary'
  return <Tag intent={intent}>{t(`backtest:state.${state}`)}</Tag>
}

type BacktestListProps = {
  backtests: readonly BacktestRow[]
  shown: string | undefined
  onShow: (id: string) => void
}

/** The backtests of a version, newest first. */
export const BacktestList = ({ backtests, shown, onShow }: BacktestListProps) => {
  const { t, number, instant, day } = useFormat()
  const nameOf = useVersionName()
  return (
    <div className="backtest-table">
      <HTMLTable compact aria-label={t('backtest:history')}>
        <caption>{t('backtest:history')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('backtest:asked')}</th>
            <th scope="col">{t('backtest:period')}</th>
            <th scope="col">{t('backtest:ask.against')}</th>
            <th scope="col">{t('backtest:changes')}</th>
            <th scope="col" aria-label={t('backtest:show')} />
          </tr>
        </thead>
        <tbody>
          {backtests.map(({ id, state, against, from, to, asker, requestedAt, judged, changed }) => (
            <tr key={id} aria-current={id === shown ? 'true' : undefined}>
              <th scope="row">
                {instant(requestedAt)}
                <small>{asker.name}</small>
              </th>
              <td className="one-line">{t('backtest:days', { from: day(from), to: day(to - 1) })}</td>
              <td>{against === null ? t('backtest:asDecided') : nameOf(against)}</td>
              <td>
                {changed === null || judged === null ? (
                  <BacktestState state={state} />
                ) : (
                  t('backtest:changedOf', { changed: number(changed), judged: number(judged) })
                )}
              </td>
              <td>
                <Button
                  size="small"
                  text={t('backtest:show')}
                  aria-label={`${t('backtest:show')}: ${instant(requestedAt)}`}
                  disabled={id === shown}
                  onClick={() => onShow(id)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </div>
  )
}
