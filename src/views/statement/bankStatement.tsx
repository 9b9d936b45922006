import { Tab, Tabs } from '@blueprintjs/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StatementLines } from './lines.tsx'
import { StatementDays } from './StatementDays.tsx'
import { StatementFiles } from './StatementFiles.tsx'
import './bankStatement.css'

/** The lender's bank accounts: their lines, the imported files, and the closed days. */
const BankStatement = () => {
  const { t } = useTranslation()
  const [shown, setShown] = useState('lines')
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
      <Tab id="days" title={t('statement:days')} panel={<StatementDays />} />
    </Tabs>
  )
}

export const screen = Object.assign(BankStatement, { prefetch: StatementLines.prefetch! })
