import { useState } from 'react'
import type { RecoveryCase } from '../../services/recoveryCase.ts'
import { revealPhone } from '../../services/recoveryCase.ts'
import { useRefusal } from '../detail/command/refusal.ts'
import { Masked, useRevealed } from '../detail/record/Masked.tsx'
import { useConsole } from '../shared/console.ts'
import { useFormat } from '../shared/format.ts'
import { isForPage, useKeys } from '../shared/keys.ts'
import { showError } from '../shared/toast.ts'

/** The customer's number, which the holder shows without a reason, also by the key N. */
export const HolderPhone = ({ row: { orderNo, phone } }: { row: RecoveryCase }) => {
  const { t } = useFormat()
  const { client } = useConsole()
  const refusal = useRefusal('recoveryCase')
  const { value, setValue, hide } = useRevealed()
  const [isAsked, setAsked] = useState(false)
  const show = async () => {
    if (isAsked) return
    setAsked(true)
    try {
      setValue((await client.call(revealPhone, { orderNo })).phone)
    } catch (error) {
      refusal.toast(error, orderNo, showError)
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
      masked={phone}
      shown={value}
      what={t('reveal:field.phone')}
      hotkey="N"
      loading={isAsked}
      onShow={() => void show()}
      onHide={hide}
    />
  )
}
