import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CommandDialog } from '../detail/CommandDialog.tsx'
import { hearNews } from '../detail/commands.ts'
import { OfferButtons } from '../detail/OfferButtons.tsx'
import { Alarms } from '../payout/Alarms.tsx'
import type { Screen } from '../screens.ts'
import { newWithdrawal } from './subject.ts'
import { Withdrawals } from './withdrawals.tsx'

/**
 * Withdrawals from the lender's own accounts: the list, the form for a new one, and the alarms on what providers
 * reported.
 */
const ConfigTools = () => {
  const { t } = useTranslation()
  const home = useRef<HTMLDivElement>(null)
  const [nth, setNth] = useState(1)
  const subject = newWithdrawal(nth, t('withdrawal:title'))
  const { stream } = subject
  // Once requested, a withdrawal has its own stream; the next form needs another.
  useEffect(
    () => hearNews((heard, { type }) => heard === stream && type === 'done' && setNth((before) => before + 1)),
    [stream],
  )
  return (
    <div className="payouts">
      <Alarms />
      <div ref={home} tabIndex={-1}>
        <OfferButtons subject={subject} />
        <CommandDialog subject={subject} home={home} onReload={() => {}} />
      </div>
      <Withdrawals />
    </div>
  )
}

export const screen: Screen = Object.assign(ConfigTools, { prefetch: Withdrawals.prefetch! })
