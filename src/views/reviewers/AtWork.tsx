import { InboxIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mine, signIn, signOut } from '../../services/reviewers.ts'
import { useRefusal } from '../detail/command/refusal.ts'
import { SendButton } from '../detail/form/SendButton.tsx'
import { useRecord } from '../detail/record/useRecord.ts'
import { useConsole } from '../shared/console.ts'
import { useFormat } from '../shared/format.ts'
import { showError } from '../shared/toast.ts'

/** For users who may take orders: whether they are signed in to work, and the button that changes it. */
export const AtWork = () => {
  const { user } = useConsole()
  return user.interfaces.includes(signIn.interface) ? <Switch /> : null
}

const Switch = () => {
  const { t } = useTranslation()
  const { user, client } = useConsole()
  const { time } = useFormat()
  const refusal = useRefusal('reviewer')
  const { record, reload } = useRecord(mine, {}, { kind: 'reviewer', id: user.id.slice('staff/'.length) })
  const [pending, setPending] = useState(false)
  if (!record) return null
  const isAtWork = record.since !== null

  const change = async () => {
    setPending(true)
    try {
      await client.call(isAtWork ? signOut : signIn, {})
    } catch (error) {
      refusal.toast(error, user.name, showError)
    }
    setPending(false)
    reload()
  }
  const about = isAtWork
    ? t(record.onShift ? 'reviewers:mine.atWork' : 'reviewers:mine.offDuty', { until: time(record.until!) })
    : t('reviewers:mine.away')
  const name = t(`reviewers:mine.${isAtWork ? 'on' : 'off'}`)
  return (
    <SendButton
      variant="minimal"
      intent={isAtWork ? 'success' : 'none'}
      icon={<InboxIcon />}
      text={<span className="top-bar-work">{name}</span>}
      title={about}
      aria-label={name}
      loading={pending}
      onClick={() => void change()}
    />
  )
}
