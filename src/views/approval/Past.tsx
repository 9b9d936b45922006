import { Callout } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { detail as endpoint } from '../../services/approval.ts'
import type { Detail } from '../../services/approval.ts'
import { Changes } from '../detail/record/Changes.tsx'
import { usePast } from '../detail/record/past.ts'
import { PastBanner } from '../detail/record/PastBanner.tsx'
import { useRecord } from '../detail/record/useRecord.ts'
import { useFactTexts } from './factTexts.ts'

/** The banner of a past view: its instant, and the differences from the step before. */
export const Past = ({ detail }: { detail: Detail }) => {
  const { version } = detail.order
  const { t } = useTranslation()
  const { ignored } = usePast()
  if (detail.asOf === null)
    return (
      ignored && (
        <Callout compact intent="warning" className="detail-masked">
          {t('detail:noSuchStep', { text: ignored })}
        </Callout>
      )
    )
  return (
    <>
      <PastBanner steps={detail.history} shown={version} words="approval" />
      {version > 1 && <ChangesSince detail={detail} />}
    </>
  )
}

const ChangesSince = ({ detail }: { detail: Detail }) => {
  const { orderNo, version } = detail.order
  const { since } = usePast()
  const { ofAll } = useFactTexts()
  const from = since !== undefined && since < version ? since : version - 1
  const { record } = useRecord(endpoint, { orderNo, at: from }, { kind: 'approval', id: orderNo })
  return (
    <Changes
      steps={detail.history}
      words="approval"
      from={from}
      to={version}
      before={record && ofAll(record)}
      after={ofAll(detail)}
    />
  )
}
