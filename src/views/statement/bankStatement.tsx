import { Tab, Tabs } from '@blueprintjs/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { StatementLines } from './lines.tsx'
import { StatementDays } from './StatementDays.tsx'
import { StatementFiles } from './StatementFiles.tsx'
import '../detail/record/print.css'
import './bankStatement.css'

/** The lender's bank accounts: their lines, the imported files, and the closed days. */
const BankStatement = () => {
  const { hash } = useLocation()
  return <Accounts key={hash} account={hash && decodeURIComponent(hash.slice(1))} />
}

/** With an account: its days, to which the worklist of consents leads. */
const Accounts = ({ account }: { account: string }) => {
  const { t } = useTranslation()
  const [shown, setShown] = useState(account ? 'days' : 'lines')
  return (
    <Tabs
      id="bank-statement"
      className="bank-statement"
      animate={false}
      renderActiveTabPanelOnly
      selectedTabId={shown}
      onChange={(id) => setShown(String(id))}
    >
      <Tab id="lines" title={t('statement:tab')} panel={<StatementLines />} />
      <Tab id="files" title={t('statement:files')} panel={<StatementFiles />} />
      <Tab id="days" title={t('statement:days')} panel={<StatementDays first={account} />} />
    </Tabs>
  )
}

export const screen = Object.assign(BankStatement, { prefetch: StatementLines.prefetch! })
