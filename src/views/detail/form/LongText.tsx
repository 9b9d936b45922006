import { TextArea } from '@blueprintjs/core'
import { type ComponentProps, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../shared/format.ts'
import './longText.css'

type LongTextProps = Omit<ComponentProps<typeof TextArea>, 'value' | 'onChange' | 'maxLength'> & {
  value: string
  /** The maximum number of characters. */
  most: number
  onText: (text: string) => void
}

/** A textarea with a character counter: `12 / 1,000`. */
export const LongText = ({ value, most, onText, 'aria-describedby': described, ...area }: LongTextProps) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const countId = useId()
  const used = { used: number(value.length), most: number(most) }
  return (
    <div className="long-text">
      <TextArea
        rows={3}
        {...area}
        fill
        maxLength={most}
        aria-describedby={[described, countId].filter(Boolean).join(' ')}
        value={value}
        onChange={({ target }) => onText(target.value)}
      />
      <small id={countId} aria-label={t('detail:used', used)}>
        {t('detail:count', used)}
      </small>
    </div>
  )
}
