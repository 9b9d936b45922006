import { useTranslation } from 'react-i18next'
import { count as endpoint } from '../../services/consent.ts'
import { useRecord } from '../detail/record/useRecord.ts'
import { useConsole } from '../shared/console.ts'
import { useFormat } from '../shared/format.ts'
import { mayConsent, waitingKinds } from './waitingKinds.ts'
import './consent.css'

/** How much waits for this person as the second one; nothing for who may never be it, or where nothing waits. */
export const ConsentCount = () => {
  const { user } = useConsole()
  return mayConsent(user.interfaces) && !user.bare ? <Counted /> : null
}

const Counted = () => {
  const { t } = useTranslation()
  const { count } = useFormat()
  const { record } = useRecord(endpoint, {}, { kind: waitingKinds, id: undefined })
  if (!record || record.count === 0) return null
  const number = count(record.count, record.capped)
  return (
    <span className="consent-count" title={t('consent:waiting', { number })}>
      {number}
    </span>
  )
}
