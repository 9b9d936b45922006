import { Tab, Tabs } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { list as messages } from '../../services/message.ts'
import { list as reminders } from '../../services/reminder.ts'
import { list as batches } from '../../services/smsBatch.ts'
import { NewRecord } from '../detail/command/NewRecord.tsx'
import { useConsole } from '../shared/console.ts'
import type { Screen } from '../shared/screens.ts'
import { Senders } from './Senders.tsx'
import { newField, previewOf, smsTemplates } from './subject.ts'
import { Templates } from './templates.tsx'
import './smsTemplate.css'

/** The templates of messages to customers, the names that they are sent under, and the way to the messages. */
const SmsSendManage = () => {
  const { t } = useTranslation()
  const { user } = useConsole()
  return (
    <div className="sms-send-manage">
      <nav className="sms-ways" aria-label={t('routes:sms')}>
        {user.interfaces.includes(reminders.interface) && <Link to={to.reminders()}>{t('routes:reminders')}</Link>}
        {user.interfaces.includes(batches.interface) && <Link to={to.smsBatches()}>{t('routes:smsBatches')}</Link>}
        {user.interfaces.includes(messages.interface) && <Link to={to.message()}>{t('routes:message')}</Link>}
      </nav>
      <Tabs id="sms-send-manage" animate={false} renderActiveTabPanelOnly>
        <Tab id="templates" title={t('smsTemplate:title')} panel={<TemplateList />} />
        <Tab id="senders" title={t('smsTemplate:screen.senders')} panel={<Senders />} />
      </Tabs>
    </div>
  )
}

const TemplateList = () => {
  const { t } = useTranslation()
  return (
    <div className="list-page">
      <NewRecord process={smsTemplates} name={t('smsTemplate:title')} field={newField} preview={previewOf} />
      <Templates />
    </div>
  )
}

export const screen: Screen = Object.assign(SmsSendManage, { prefetch: Templates.prefetch! })
