import { useTranslation } from 'react-i18next'
import type { EditField } from '../../machines/customerEdit.fields.ts'
import type { Detail } from '../../services/approval.ts'
import { fieldLabels } from '../customerEdit/editFields.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { Timeline } from '../detail/record/Timeline.tsx'
import { useFormat } from '../shared/format.ts'

type Step = Detail['history'][number]

/** The payload of the approval's events that the server returns. */
type Particulars = {
  amount?: number
  term?: number
  application?: { amount: number; term: number }
  finding?: { score: number; rating: string }
  to?: string
  toName?: string
  reason?: string
  note?: string
  mend?: string[]
  fields?: EditField[]
  proposedByName?: string
}

export const History = ({ detail, only }: { detail: Detail; only?: (step: Step) => boolean }) => (
  <Facts title="approval:screen.history">
    <Timeline
      steps={only ? detail.history.filter(only) : detail.history}
      shown={detail.order.version}
      newest={detail.history.length}
      words="approval"
      renderDetails={(step) => <StepDetails detail={detail} step={step} />}
    />
  </Facts>
)

const StepDetails = ({ detail, step }: { detail: Detail; step: Step }) => {
  const { t } = useTranslation()
  const { money } = useFormat()
  const { application, finding, to, toName, reason, note, mend, fields, proposedByName, ...details } =
    step.details as Particulars
  const { amount, term } = application ?? details
  const lines = [
    amount !== undefined && term !== undefined && `${money(amount)} · ${t('approval:screen.days', { count: term })}`,
    finding && `${t('approval:screen.score')} ${finding.score} · ${t('approval:screen.rating')} ${finding.rating}`,
    to && t('approval:screen.givenTo', { name: toName ?? nameOf(detail, to) }),
    reason && t(`approval:reason.${reason}`),
    mend && `${t('approval:ask.mend')}: ${mend.map((field) => t(`approval:mend.${field}`)).join(', ')}`,
    fields && fields.map((field) => t(fieldLabels[field])).join(', '),
    proposedByName && t('order:edit.proposedBy', { name: proposedByName }),
  ].filter((line) => typeof line === 'string' && line !== '')
  return (
    <>
      {lines.map((line) => (
        <div key={String(line)}>{line}</div>
      ))}
      {note && <blockquote>{note}</blockquote>}
    </>
  )
}

const nameOf = ({ order, history }: Detail, id: string) =>
  id === order.holder ? order.holderName : (history.find(({ by }) => by === id)?.byName ?? id)
