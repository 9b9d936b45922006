import { useTranslation } from 'react-i18next'
import { NewRecord } from '../detail/command/NewRecord.tsx'
import type { Screen } from '../shared/screens.ts'
import { newField, previewOf, smsTemplates } from './subject.ts'
import { Templates } from './templates.tsx'

/** The messages to customers: their templates. */
const SmsSendManage = () => {
  const { t } = useTranslation()
  return (
    <div className="list-page">
      <NewRecord process={smsTemplates} name={t('smsTemplate:title')} field={newField} preview={previewOf} />
      <Templates />
    </div>
  )
}

export const screen: Screen = Object.assign(SmsSendManage, { prefetch: Templates.prefetch! })
