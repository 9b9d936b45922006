import { useTranslation } from 'react-i18next'
import { NewRecord } from '../detail/command/NewRecord.tsx'
import { qualityChecks } from './subject.ts'

type ComplainProps = { lead: string; name: string }

/** Notes a complaint about the last visit to a lead, which is checked because of it. */
export const Complain = ({ lead, name }: ComplainProps) => {
  const { t } = useTranslation()
  return <NewRecord process={qualityChecks} name={name || t('audit:erased')} body={{ lead }} />
}
