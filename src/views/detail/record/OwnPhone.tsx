import { useState } from 'react'
import { useFormat } from '../../shared/format.ts'
import { isForPage, useKeys } from '../../shared/keys.ts'
import { showError } from '../../shared/toast.ts'
import { useRefusal } from '../command/refusal.ts'
import { Masked, useRevealed } from './Masked.tsx'

type OwnPhoneProps = {
  masked: string
  /** The record's name for people, and the locale namespace of its chart. */
  name: string
  words: string
  onReveal: () => Promise<string>
}

/** The number of a person whom the user works on, who shows it without a reason, also by the key N. */
export const OwnPhone = ({ masked, name, words, onReveal }: OwnPhoneProps) => {
  const { t } = useFormat()
  const refusal = useRefusal(words)
  const { value, setValue, hide } = useRevealed()
  const [isAsked, setAsked] = useState(false)
  const show = async () => {
    if (isAsked) return
    setAsked(true)
    try {
      setValue(await onReveal())
    } catch (error) {
      refusal.toast(error, name, showError)
    } finally {
      setAsked(false)
    }
  }
  useKeys((event) => {
    if (event.key.toLowerCase() !== 'n' || !isForPage(event)) return false
    if (value === undefined) void show()
    else hide()
    return true
  })
  return (
    <Masked
      masked={masked}
      shown={value}
      what={t('reveal:field.phone')}
      hotkey="N"
      loading={isAsked}
      onShow={() => void show()}
      onHide={hide}
    />
  )
}
