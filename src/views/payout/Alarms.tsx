import { Callout } from '@blueprintjs/core'
import { ChevronDownIcon, ChevronUpIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { type Alarm, alarms, alarmSeen } from '../../services/payout.ts'
import { SendButton } from '../detail/form/SendButton.tsx'
import { useRecord } from '../detail/record/useRecord.ts'
import { instantCell } from '../list/cells.tsx'
import { useConsole } from '../shared/console.ts'
import { useFormat } from '../shared/format.ts'
import { showRefusal } from '../shared/refusal.ts'
import { usePoll } from '../shared/usePoll.ts'
import { providerName } from './subject.ts'
import './payouts.css'

const everyMs = 5000

// Pixels of a window that has room for a list and alarms.
const roomy = 700

/** The unacknowledged alarms about unexpected reports of providers; nothing without alarms. In a low window one line. */
export const Alarms = () => {
  const { t } = useTranslation()
  const { client } = useConsole()
  const { record, reload } = useRecord(alarms, {}, { kind: 'payout', id: undefined })
  // Polled: an alarm about a call that changed no record does not reach the change feed.
  usePoll(reload, everyMs)
  const [isOpen, setOpen] = useState(() => innerHeight >= roomy)
  if (!record || record.alarms.length === 0) return null
  const seen = async ({ id, count }: Alarm) => {
    await client.call(alarmSeen, { id, count }).catch(showRefusal)
    reload()
  }
  return (
    <Callout intent="danger" compact className="alarms" role="alert">
      <h2>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('payout:screen.alarms')} ({record.alarms.length}
          {record.more && '+'}){isOpen ? <ChevronUpIcon /> : <ChevronDownIcon />}
        </button>
      </h2>
      <ul hidden={!isOpen}>
        {record.alarms.map((alarm) => (
          <li key={alarm.id}>
            <OneAlarm alarm={alarm} />
            <SendButton
              size="small"
              variant="outlined"
              text={t('payout:screen.seen')}
              onClick={() => void seen(alarm)}
            />
          </li>
        ))}
      </ul>
      {record.more && isOpen && <p>{t('payout:screen.more')}</p>}
    </Callout>
  )
}

const OneAlarm = ({ alarm: { provider, txid, orderNo, word, outcome, count, lastAt } }: { alarm: Alarm }) => {
  const format = useFormat()
  const { t } = format
  const words = { provider: providerName(provider), txid, word: word && t(`payout:screen.third.${word}`) }
  return (
    <span>
      {instantCell(lastAt, format)} · {t(`payout:screen.alarm.${outcome}`, words)} ·{' '}
      {t('payout:screen.times', { count })}
      {orderNo && (
        <>
          {' · '}
          <Link to={to.approveDetail({ orderNo })}>{orderNo}</Link>
        </>
      )}
    </span>
  )
}
