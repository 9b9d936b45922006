import { InputGroup } from '@blueprintjs/core'
import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { rupiahIn, thousands } from '../../../machines/money.ts'
import { useFormat } from '../../shared/format.ts'
import { showError } from '../../shared/toast.ts'

type RupiahInputProps = Omit<ComponentProps<typeof InputGroup>, 'value' | 'onChange' | 'onValueChange'> & {
  /** Digits, or a text with signs as it was typed, which `rupiahIn` reads; empty for no amount. */
  value: string
  onValue: (text: string) => void
}

// A number of more than 15 digits is not exact.
const digitsIn = (text: string) =>
  text
    .replace(/\D/g, '')
    .replace(/^0+(?=\d)/, '')
    .slice(0, 15)

/** The text that was put in where the two texts differ. */
const insertedIn = (before: string, after: string): string => {
  let head = 0
  while (head < before.length && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < Math.min(before.length, after.length) - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  return after.slice(head, after.length - tail)
}

/** An input of whole rupiah that inserts thousands separators while digits are typed. */
export const RupiahInput = ({ value, onValue, onBlur, ...input }: RupiahInputProps) => {
  const { t, language } = useFormat()
  const element = useRef<HTMLInputElement>(null)
  const digitsBefore = useRef<number>(undefined)
  const isDigits = /^\d*$/.test(value)
  const text = isDigits && value !== '' ? thousands(Number(value), language) : value

  // Separators change while typing, so the caret must stay behind the same digit.
  useLayoutEffect(() => {
    if (digitsBefore.current === undefined) return
    let at = 0
    for (let left = digitsBefore.current; left > 0 && at < text.length; at += 1) if (/\d/.test(text[at]!)) left -= 1
    element.current?.setSelectionRange(at, at)
    digitsBefore.current = undefined
  }, [text])

  /** A text with signs stays as it is until it is a grouped amount: without them it could be another amount. */
  const take = (typed: string) => {
    const amount = rupiahIn(typed)
    onValue(amount !== undefined && thousands(amount, language) === typed ? String(amount) : typed)
  }

  return (
    <InputGroup
      {...input}
      inputRef={element}
      inputMode="numeric"
      leftElement={<span className="rupiah-unit">Rp</span>}
      value={text}
      onPaste={(event) => {
        event.preventDefault()
        const amount = rupiahIn(event.clipboardData.getData('text'))
        if (amount === undefined) showError(t('errors:field.whole'))
        else onValue(digitsIn(String(amount)))
      }}
      onChange={({ target }) => {
        const typed = target.value
        const inserted = insertedIn(text, typed)
        if (/[^\d\s.,-]/.test(inserted)) showError(t('errors:field.whole'))
        else if (!isDigits || /[.,-]/.test(inserted)) take(typed)
        else {
          digitsBefore.current = typed.slice(0, target.selectionStart ?? undefined).replace(/\D/g, '').length
          onValue(digitsIn(typed))
        }
      }}
      onBlur={(event) => {
        const amount = isDigits ? undefined : rupiahIn(value)
        if (amount !== undefined) onValue(digitsIn(String(amount)))
        onBlur?.(event)
      }}
    />
  )
}
