import { sizeOf } from '../../services/smsSegments.ts'
import { useFormat } from '../shared/format.ts'

/** How many segments a text takes, in which encoding, and which signs make it the longer one. */
export const Size = ({ text }: { text: string }) => {
  const { t, number } = useFormat()
  const { encoding, segments, units, most, beyond } = sizeOf(text)
  return (
    <p className="sms-size">
      <span>
        {t('smsTemplate:screen.size', { count: segments, encoding, units: number(units), most: number(most) })}
      </span>
      {beyond.length > 0 && <span>{t('smsTemplate:screen.beyond', { signs: beyond.slice(0, 10).join(' ') })}</span>}
    </p>
  )
}
