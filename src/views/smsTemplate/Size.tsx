import { businessDay } from '../../machines/calendar.ts'
import { sizeOf } from '../../services/smsSegments.ts'
import { senders } from '../../services/smsTemplate.ts'
import { useRecord } from '../detail/record/useRecord.ts'
import { useFormat, useNow } from '../shared/format.ts'

/** How many segments a text takes, in which encoding, what they cost today, and which signs make it the longer one. */
export const Size = ({ text }: { text: string }) => {
  const { t, number, money } = useFormat()
  const today = businessDay(useNow())
  const { record } = useRecord(senders, {}, { kind: 'setting', id: undefined })
  const price = record?.prices.findLast(({ from }) => from <= today)
  const { encoding, segments, units, most, beyond } = sizeOf(text)
  return (
    <p className="sms-size">
      <span>
        {t('smsTemplate:screen.size', { count: segments, encoding, units: number(units), most: number(most) })}
      </span>
      {price && <span>{t('smsTemplate:screen.cost', { cost: money(price.segment * segments) })}</span>}
      {beyond.length > 0 && <span>{t('smsTemplate:screen.beyond', { signs: beyond.slice(0, 10).join(' ') })}</span>}
    </p>
  )
}
