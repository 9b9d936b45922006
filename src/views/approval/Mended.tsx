import { useTranslation } from 'react-i18next'
import { detail as endpoint } from '../../services/approval.ts'
import type { Detail } from '../../services/approval.ts'
import { Differences } from '../detail/record/Changes.tsx'
import { Facts } from '../detail/record/Facts.tsx'
import { useRecord } from '../detail/record/useRecord.ts'
import { useFactTexts } from './factTexts.ts'

/** The customer's corrections after the application was returned, with the new round that they started. */
export const Mended = ({ detail }: { detail: Detail }) => {
  const { version } = detail.order
  const resubmitted = detail.history.findLast((step) => step.type === 'resubmitted' && step.version <= version)
  return resubmitted ? <MendedSince detail={detail} version={resubmitted.version - 1} /> : null
}

const MendedSince = ({ detail, version }: { detail: Detail; version: number }) => {
  const { t } = useTranslation()
  const { orderNo } = detail.order
  const { ofPerson } = useFactTexts()
  const { record } = useRecord(endpoint, { orderNo, at: version }, { kind: 'approval', id: orderNo })
  if (!record) return null
  const known = new Set(record.documents.map(({ id }) => id))
  const fresh = detail.documents.filter(({ id }) => !known.has(id))
  return (
    <Facts
      title="related:mended"
      facts={{
        'related:asked': record.mend.map((field) => t(`approval:mend.${field}`)).join(', '),
        'related:newDocuments': fresh.map(({ kind }) => t(`approval:mend.${kind}`)).join(', '),
      }}
    >
      <Differences before={ofPerson(record)} after={ofPerson(detail)} />
      {detail.masked && <p className="quiet">{t('related:mendedMasked')}</p>}
    </Facts>
  )
}
