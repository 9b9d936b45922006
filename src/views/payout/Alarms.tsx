import { Callout } from '@blueprintjs/core'
import { ChevronDownIcon, ChevronUpIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { type Alarm, alarms, alarmSeen, providerName } from '../../services/payout.ts'
import { SendButton } from '../detail/form/SendButton.tsx'
import { useRecord } from '../detail/record/useRecord.ts'
import { instantCell } from '../list/cells.tsx'
import { useConsole } from '../shared/console.ts'
import { useFormat } from '../shared/format.ts'
import { showRefusal } from '../shared/refusal.ts'
import { usePoll } from '../shared/usePoll.ts'
import './payouts.css'

const everyMs = 5000

// Pixels of a window that has room for a list and alarms.
const roomy = 700

type AlarmsProps = {
  endpoints?: { alarms: typeof alarms; alarmSeen: typeof alarmSeen }
  /** The locale namespace of its words, and of the providers' words below it. */
  words?: { of: string; word: string }
}

const ofPayouts = { of: 'payout', word: 'screen.third' }

/** The unacknowledged alarms about unexpected reports of providers; nothing without alarms. In a low window one line. */
export const Alarms = ({ endpoints = { alarms, alarmSeen }, words = ofPayouts }: AlarmsProps) => {
  const { t } = useTranslation()
  const { client } = useConsole()
  const { record, reload } = useRecord(endpoints.alarms, {}, { kind: words.of, id: undefined })
  // Polled: an alarm about a call that changed no record does not reach the change feed.
  usePoll(reload, everyMs)
  const [isOpen, setOpen] = useState(() => innerHeight >= roomy)
  if (!record || record.alarms.length === 0) return null
  const seen = async ({ id, count }: Alarm) => {
    await client.call(endpoints.alarmSeen, { id, count }).catch(showRefusal)
    reload()
  }
  return (
    <Callout intent="danger" compact className="alarms" role="alert">
      <h2>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(`${words.of}:screen.alarms`)} ({record.alarms.length}
          {record.more && '+'}){isOpen ? <ChevronUpIcon /> : <ChevronDownIcon />}
        </button>
      </h2>
      <ul hidden={!isOpen}>
        {record.alarms.map((alarm) => (
          <li key={alarm.id}>
            <OneAlarm alarm={alarm} words={words} />
            <SendButton
              size="small"
              variant="outlined"
              text={t(`${words.of}:screen.seen`)}
              onClick={() => void seen(alarm)}
            />
          </li>
        ))}
      </ul>
      {record.more && isOpen && <p>{t(`${words.of}:screen.more`)}</p>}
    </Callout>
  )
}

type OneAlarmProps = { alarm: Alarm; words: { of: string; word: string } }

const OneAlarm = ({
  alarm: { provider, txid, orderNo, word, outcome, count, lastAt },
  words: names,
}: OneAlarmProps) => {
  const format = useFormat()
  const { t } = format
  const words = { provider: providerName(provider), txid, word: word && t(`${names.of}:${names.word}.${word}`) }
  return (
    <span>
      {instantCell(lastAt, format)} · {t(`${names.of}:screen.alarm.${outcome}`, words)} ·{' '}
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
