import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { eraseLead } from '../../services/erasure.ts'
import type { Lead } from '../../services/lead.ts'
import { EraseDialog } from '../audit/EraseDialog.tsx'
import { SendButton } from '../detail/form/SendButton.tsx'
import { Facts } from '../detail/record/Facts.tsx'
import { useConsole } from '../shared/console.ts'

/** Erases the data of the lead's person, for permitted staff. */
export const LeadPrivacy = ({ row: { id, name }, onErased }: { row: Lead; onErased: () => void }) => {
  const { t } = useTranslation()
  const { user } = useConsole()
  const [isAsking, setAsking] = useState(false)
  if (name === '' || !user.interfaces.includes(eraseLead.interface)) return null
  return (
    <Facts title="audit:erase.title">
      <SendButton size="small" intent="danger" text={t('audit:erase.action')} onClick={() => setAsking(true)} />
      {isAsking && (
        <EraseDialog
          of={{ lead: id }}
          customer={name}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false)
            onErased()
          }}
        />
      )}
    </Facts>
  )
}
