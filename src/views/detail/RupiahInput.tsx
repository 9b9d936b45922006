import { InputGroup } from '@blueprintjs/core'
import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { thousands } from '../../machines/money.ts'
import { useFormat } from '../shared/format.ts'
import { showError } from '../shared/toast.ts'

type RupiahInputProps = Omit<ComponentProps<typeof InputGroup>, 'value' | 'onChange' | 'onValueChange'> & {
  /** Digits only; empty for no amount. */
  value: string
  onValue: (digits: string) => void
}

// Whole rupiah as people write them: with or without thousands separators and zero sen.
const whole = /^\s*(?:rp\.?|idr)?\s*(\d+|\d{1,3}(?:([., ])\d{3})(?:\2\d{3})*)(?:[.,](?:0{1,2}|-))?(?:,-)?\s*$/i

const digitsIn = (text: string) => text.replace(/\D/g, '')

/** An input of whole rupiah that inserts thousands separators while typing. */
export const RupiahInput = ({ value, onValue, ...input }: RupiahInputProps) => {
  const { t, language } = useFormat()
  const element = useRef<HTMLInputElement>(null)
  const digitsBefore = useRef<number>(undefined)
  const separator = thousands(1000, language).charAt(1)
  const text = value === '' ? '' : thousands(Number(value), language)

  // Separators change while typing, so the caret must stay behind the same digit.
  useLayoutEffect(() => {
    if (digitsBefore.current === undefined) return
    let at = 0
    for (let left = digitsBefore.current; left > 0 && at < text.length; at += 1) if (/\d/.test(text[at]!)) left -= 1
    element.current?.setSelectionRange(at, at)
    digitsBefore.current = undefined
  }, [text])

  return (
    <InputGroup
      {...input}
      inputRef={element}
      inputMode="numeric"
      leftElement={<span className="rupiah-unit">Rp</span>}
      value={text}
      // Pasted text that is not a whole amount would become another amount without its signs.
      onPaste={(event) => {
        event.preventDefault()
        const amount = whole.exec(event.clipboardData.getData('text'))?.[1]
        if (amount) onValue(digitsIn(amount).slice(0, 15))
        else showError(t('errors:field.whole'))
      }}
      onChange={({ target }) => {
        // Amounts with sen or a sign would become another amount without them.
        if (/[^\d\s]/.test(target.value.replaceAll(separator, ''))) {
          showError(t('errors:field.whole'))
          return
        }
        digitsBefore.current = digitsIn(target.value.slice(0, target.selectionStart ?? undefined)).length
        // A number of more than 15 digits is not exact.
        onValue(
          digitsIn(target.value)
            .replace(/^0+(?=\d)/, '')
            .slice(0, 15),
        )
      }}
    />
  )
}
