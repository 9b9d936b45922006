import { ProgressBar, Spinner } from '@blueprintjs/core'
import { useEffect, useEffectEvent } from 'react'
import type { Rule } from '../../machines/rules.ts'
import { type BacktestFound, cancel, one } from '../../services/backtest.ts'
import { SendButton } from '../detail/form/SendButton.tsx'
import { Lost } from '../jobs/Lost.tsx'
import { Refusal } from '../jobs/Refusal.tsx'
import { usePolled } from '../jobs/usePolled.ts'
import { useRequest } from '../jobs/useRequest.ts'
import { useConsole } from '../shared/console.ts'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import { BacktestState, isOver } from './BacktestList.tsx'
import { BacktestTable } from './BacktestTable.tsx'
import { ThenAndNow } from './ThenAndNow.tsx'

type BacktestResultProps = { id: string; rules: readonly Rule[]; onEnded: () => void }

/**
 * The progress and result of a backtest, which runs on the server without a viewer. `rules` are the version's, for
 * their names.
 */
export const BacktestResult = ({ id, rules, onEnded }: BacktestResultProps) => {
  const { record: found, error, lost, retry, reload } = usePolled(one, { id }, isOver)
  const ended = useEffectEvent(onEnded)
  const state = found?.state
  useEffect(() => {
    if (state !== undefined && isOver({ state })) ended()
  }, [state])
  if (!found) return error === undefined ? <Spinner size={20} /> : <Failed error={error} onRetry={retry} />
  return (
    <div className="backtest">
      <Lost error={lost} />
      {isOver(found) ? <Outcome found={found} /> : <Progress found={found} onCancelled={reload} />}
      {found.result && <Found found={found} result={found.result} rules={rules} />}
    </div>
  )
}

const Progress = ({ found, onCancelled }: { found: BacktestFound; onCancelled: () => void }) => {
  const { t, number } = useFormat()
  const { user } = useConsole()
  const { send, pending, error } = useRequest(cancel)
  const { id, state, done, applications, seconds, asker } = found
  const words = t('backtest:progress', {
    done: number(done),
    applications: number(applications),
    seconds: number(seconds),
  })
  return (
    <>
      <p className="backtest-progress">
        <BacktestState state={state} /> <output>{words}</output>
        <SendButton
          size="small"
          text={t('backtest:action.backtestCancelled')}
          loading={pending}
          reason={asker.id === user.id ? undefined : t('backtest:guard.asker')}
          onClick={() => void send({ id }).then(onCancelled)}
        />
      </p>
      <ProgressBar value={done / applications} intent="primary" animate={false} aria-label={words} />
      <Refusal error={error} words="backtest" />
    </>
  )
}

const Outcome = ({ found: { state, applications, seconds, reason } }: { found: BacktestFound }) => {
  const { t, number } = useFormat()
  const took = { applications: number(applications), seconds: number(seconds) }
  return (
    <p className="backtest-progress">
      <BacktestState state={state} />{' '}
      <output>{state === 'done' ? t('backtest:took', took) : reason && t(`backtest:reason.${reason}`)}</output>
    </p>
  )
}

type Result = NonNullable<BacktestFound['result']>

const Found = ({ found, result, rules }: { found: BacktestFound; result: Result; rules: readonly Rule[] }) => {
  const { t, number, language } = useFormat()
  const { judged, changed, erased, notKept } = result
  const words = (key: 'changed' | 'erased' | 'notKept', count: number) =>
    t(`backtest:${key}`, { count, shown: number(count), judged: number(judged) })
  return (
    <>
      <p>
        <b>{words('changed', changed)}</b> {erased > 0 && words('erased', erased)}{' '}
        {notKept > 0 && words('notKept', notKept)}
      </p>
      <BacktestTable found={found} cells={result.cells} />
      <div className="backtest-pairs">
        <ThenAndNow
          title="backtest:rules"
          head="backtest:rule"
          pairs={result.rules}
          // Only the name of a rule is known here if another version has it.
          inWords={(name) => rules.find((rule) => rule.name === name)?.words[language] ?? name}
        />
        <ThenAndNow
          title="backtest:ratings"
          head="backtest:rating"
          pairs={result.ratings}
          inWords={(rating) => t(`approval:rating.${rating}`)}
        />
      </div>
    </>
  )
}
