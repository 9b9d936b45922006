import { Callout, Spinner } from '@blueprintjs/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { exampleOf, isByLaw } from '../../machines/smsText.ts'
import { CallError } from '../../services/http.ts'
import { detail, type TemplateDetail } from '../../services/smsTemplate.ts'
import { CommandDialog } from '../detail/command/CommandDialog.tsx'
import { OfferButtons } from '../detail/command/OfferButtons.tsx'
import { Facts } from '../detail/record/Facts.tsx'
import { Neighbours } from '../detail/record/Neighbours.tsx'
import { useRecord } from '../detail/record/useRecord.ts'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import { Notice } from '../shared/Notice.tsx'
import { useTabName } from '../shared/useTabName.ts'
import { Size } from './Size.tsx'
import { templateSubject } from './subject.ts'
import { TemplateState } from './TemplateState.tsx'
import { Versions } from './Versions.tsx'
import '../access/power.css'
import './smsTemplate.css'

const SmsTemplateDetail = () => {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const { record, error, retry, reload } = useRecord(detail, { id }, { kind: 'smsTemplate', id })
  useTabName(record?.template.name)
  if (record) return <Shown detail={record} onChanged={reload} />
  if (error instanceof CallError && [400, 404].includes(error.code))
    return (
      <Notice title={t('smsTemplate:screen.unknown')}>
        <Link to={to.smsSendManage()}>{t('smsTemplate:screen.toList')}</Link>
      </Notice>
    )
  return error ? <Failed error={error} onRetry={retry} /> : <Spinner className="page-wait" size={28} />
}

/** One template: its text, what a customer reads, the commands, and its versions. */
const Shown = ({ detail: { template, versions }, onChanged }: { detail: TemplateDetail; onChanged: () => void }) => {
  const { t, instant, number } = useFormat()
  const home = useRef<HTMLDivElement>(null)
  const subject = templateSubject(template)
  const example = exampleOf(template.body, template.language)
  return (
    <div className="power" ref={home} tabIndex={-1}>
      <header>
        <h1>{template.name}</h1>
        <TemplateState state={template.state} />
        <Neighbours />
      </header>
      <div className="power-actions">
        <OfferButtons subject={subject} />
        <CommandDialog subject={subject} home={home} onReload={onChanged} />
      </div>
      {template.refused && (
        <Callout compact intent="warning">
          {t('smsTemplate:screen.refusedBy', { name: template.refused.by.name, reason: template.refused.reason })}
        </Callout>
      )}
      <Facts
        title="smsTemplate:ask.body"
        facts={{
          'smsTemplate:ask.category': t(`smsTemplate:category.${template.category}`),
          'smsTemplate:ask.marks': isByLaw(template) ? t('smsTemplate:screen.byLaw') : null,
          'smsTemplate:ask.language': t(`smsTemplate:language.${template.language}`),
          'smsTemplate:screen.number': number(template.number),
          'smsTemplate:screen.inForce': template.inForce === null ? null : number(template.inForce),
          'smsTemplate:screen.editor': template.editor.name,
          'smsTemplate:screen.editedAt': instant(template.editedAt),
          'smsTemplate:screen.proposer': template.proposer?.name,
        }}
      >
        <p className="sms-text">{template.body}</p>
      </Facts>
      <Facts title="smsTemplate:screen.preview">
        <p className="sms-text">{example}</p>
        <Size text={example} />
      </Facts>
      <Versions template={template} versions={versions} />
    </div>
  )
}

export { SmsTemplateDetail as screen }
