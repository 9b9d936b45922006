import { Button, HTMLSelect, HTMLTable, Spinner } from '@blueprintjs/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { days } from '../../services/statement.ts'
import { useLive } from '../detail/record/useLive.ts'
import { useRecord } from '../detail/record/useRecord.ts'
import { Failed } from '../shared/Failed.tsx'
import { StatementDay } from './StatementDay.tsx'
import { useAccounts } from './useChoices.ts'

const heads = ['day', 'state', 'lineCount', 'unsettled', 'before', 'credits', 'debits', 'after', 'proposer', 'checker']
const numbers = ['lineCount', 'unsettled', 'before', 'credits', 'debits', 'after']

/** The days of a bank account with their totals, and the command to close each. */
export const StatementDays = ({ first }: { first: string }) => {
  const { t } = useTranslation()
  const accounts = useAccounts()
  const [chosen, setChosen] = useState(first)
  const account = chosen || accounts[0]?.code
  return (
    <div className="statement-days">
      <HTMLSelect
        aria-label={t('statement:account')}
        value={account ?? ''}
        options={accounts.map(({ code, bank, name }) => ({ value: code, label: `${bank} ${name}` }))}
        onChange={({ target }) => setChosen(target.value)}
      />
      {account && <Days key={account} account={account} />}
    </div>
  )
}

const Days = ({ account }: { account: string }) => {
  const { t } = useTranslation()
  const home = useRef<HTMLTableElement>(null)
  const [before, setBefore] = useState<string>()
  const { record, error, retry, reload } = useRecord(
    days,
    { account, ...(before && { before }) },
    { kind: 'statementDay', id: undefined },
  )
  useLive('statementLine', undefined, reload)
  if (!record) return error === undefined ? <Spinner size={20} /> : <Failed error={error} onRetry={retry} />
  if (record.days.length === 0) return <p>{t('statement:noDays')}</p>
  return (
    <>
      <p>{t('statement:ties')}</p>
      <div className="statement-table">
        <HTMLTable compact aria-label={t('statement:days')} ref={home} tabIndex={-1}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col" className={numbers.includes(head) ? 'statement-money' : undefined}>
                  {t(`statement:${head}`)}
                </th>
              ))}
              <th scope="col">{t('statement:actions')}</th>
            </tr>
          </thead>
          <tbody>
            {record.days.map((day) => (
              <StatementDay key={day.day} day={day} home={home} onChanged={reload} />
            ))}
          </tbody>
        </HTMLTable>
      </div>
      {record.next && <Button size="small" text={t('statement:earlier')} onClick={() => setBefore(record.next!)} />}
    </>
  )
}
