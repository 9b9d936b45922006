import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { eraseRegistered } from '../../services/erasure.ts'
import { SendButton } from '../detail/form/SendButton.tsx'
import { useConsole } from '../shared/console.ts'
import { EraseDialog } from './EraseDialog.tsx'

/** Erases somebody who registered and never applied, whom no list names, for permitted staff. */
export const EraseRegistered = () => {
  const { t } = useTranslation()
  const { user } = useConsole()
  const [isAsking, setAsking] = useState(false)
  if (!user.interfaces.includes(eraseRegistered.interface)) return null
  return (
    <div>
      <SendButton size="small" intent="danger" text={t('audit:erase.registered')} onClick={() => setAsking(true)} />
      {isAsking && (
        <EraseDialog
          of="registered"
          customer={t('audit:erase.registered')}
          onClose={() => setAsking(false)}
          onDone={() => setAsking(false)}
        />
      )}
    </div>
  )
}
