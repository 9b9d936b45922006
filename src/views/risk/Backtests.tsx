import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Rule } from '../../machines/rules.ts'
import { list } from '../../services/backtest.ts'
import type { RuleSetRow } from '../../services/risk.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { Lost } from '../jobs/Lost.tsx'
import { usePolled } from '../jobs/usePolled.ts'
import { Failed } from '../shared/Failed.tsx'
import { BacktestForm } from './BacktestForm.tsx'
import { BacktestList, isOver } from './BacktestList.tsx'
import { BacktestResult } from './BacktestResult.tsx'
import './backtest.css'

type BacktestsProps = {
  name: string
  rules: readonly Rule[]
  isChanged: boolean
  versions: readonly RuleSetRow[]
}

/** Requests a backtest of a version on past applications, and shows earlier results. */
export const Backtests = ({ name, rules, isChanged, versions }: BacktestsProps) => {
  const { t } = useTranslation()
  const { record, error, lost, retry, reload } = usePolled(list, { ruleSet: name }, ({ backtests }) =>
    backtests.every(isOver),
  )
  const [chosen, setChosen] = useState<string>()
  const backtests = record?.backtests ?? []
  const shown = backtests.find(({ id }) => id === chosen) ?? backtests[0]
  const requested = (id: string) => {
    setChosen(id)
    reload()
  }
  return (
    <Facts title="backtest:title">
      <p className="quiet">{t('backtest:text')}</p>
      <BacktestForm name={name} isChanged={isChanged} versions={versions} onRequested={requested} />
      {error !== undefined && <Failed brief error={error} onRetry={retry} />}
      <Lost error={lost} />
      {record && backtests.length === 0 && <p className="quiet">{t('backtest:none')}</p>}
      {shown && <BacktestResult key={shown.id} id={shown.id} rules={rules} onEnded={reload} />}
      {backtests.length > 1 && <BacktestList backtests={backtests} shown={shown?.id} onShow={setChosen} />}
    </Facts>
  )
}
