import { Tab, Tabs } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { NewRecord } from '../detail/command/NewRecord.tsx'
import type { Screen } from '../shared/screens.ts'
import { Senders } from './Senders.tsx'
import { newField, previewOf, smsTemplates } from './subject.ts'
import { Templates } from './templates.tsx'
import './smsTemplate.css'

/** The messages to customers: their templates, and the names that they are sent under. */
const SmsSendManage = () => {
  const { t } = useTranslation()
  return (
    <Tabs id="sms-send-manage" className="sms-send-manage" animate={false} renderActiveTabPanelOnly>
      <Tab id="templates" title={t('smsTemplate:title')} panel={<TemplateList />} />
      <Tab id="senders" title={t('smsTemplate:screen.senders')} panel={<Senders />} />
    </Tabs>
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
