import { InboxIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as collector from '../../services/collector.ts'
import * as reviewers from '../../services/reviewers.ts'
import { useRefusal } from '../detail/command/refusal.ts'
import { SendButton } from '../detail/form/SendButton.tsx'
import { useRecord } from '../detail/record/useRecord.ts'
import { useConsole } from '../shared/console.ts'
import { useFormat } from '../shared/format.ts'
import { showError } from '../shared/toast.ts'

/** For users who may take orders: whether they are signed in to work, and the button that changes it. */
export const AtWork = () => {
  const { user } = useConsole()
  const may = ({ signIn }: Calls) => user.interfaces.includes(signIn.interface)
  return (
    <>
      {may(reviewers) && <Switch kind="reviewer" words="reviewers" calls={reviewers} />}
      {/* An administrator may do everything, but is given no cases. */}
      {may(collector) && !user.roles.includes('admin') && (
        <Switch kind="collector" words="collector" calls={collector} />
      )}
    </>
  )
}

type Calls = Pick<typeof reviewers | typeof collector, 'mine' | 'signIn' | 'signOut'>
type SwitchProps = { kind: 'reviewer' | 'collector'; words: string; calls: Calls }

const Switch = ({ kind, words, calls: { mine, signIn, signOut } }: SwitchProps) => {
  const { t } = useTranslation()
  const { user, client } = useConsole()
  const { time } = useFormat()
  const refusal = useRefusal(kind)
  const { record, reload } = useRecord(mine, {}, { kind, id: user.id.slice('staff/'.length) })
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
    ? t(`${words}:mine.${record.onShift ? 'atWork' : 'offDuty'}`, { until: time(record.until!) })
    : t(`${words}:mine.away`)
  const name = t(`${words}:mine.${isAtWork ? 'on' : 'off'}`)
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
