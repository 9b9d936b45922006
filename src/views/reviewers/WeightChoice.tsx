import { HTMLSelect } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { mostWeight } from '../../machines/attendance.ts'
import { type Reviewer, setWeight } from '../../services/reviewers.ts'
import { useRefusal } from '../detail/command/refusal.ts'
import { useConsole } from '../shared/console.ts'
import { useFormat } from '../shared/format.ts'
import { useOnline } from '../shared/online.ts'
import { showError } from '../shared/toast.ts'
import { useWeight } from './useWeight.ts'

const weights = Array.from({ length: mostWeight + 1 }, (_, weight) => weight)

/** A reviewer's weight, as an inline select for users who may set it. */
export const WeightChoice = ({ reviewer, onChanged }: { reviewer: Reviewer; onChanged: () => void }) => {
  const { t } = useTranslation()
  const { user } = useConsole()
  const { number } = useFormat()
  const online = useOnline()
  const refusal = useRefusal('reviewer')
  const { shown, pending, choose } = useWeight(reviewer, {
    onDone: onChanged,
    onFailed: (error) => {
      refusal.toast(error, reviewer.name, showError)
      onChanged()
    },
  })
  if (!user.interfaces.includes(setWeight.interface)) return number(reviewer.weight)
  return (
    <HTMLSelect
      minimal
      aria-label={t('reviewers:weightOf', { name: reviewer.name })}
      value={shown}
      disabled={pending || !online}
      title={online ? undefined : t('shell:offline.barred')}
      options={weights.map((value) => ({ value, label: number(value) }))}
      onChange={({ target }) => choose(Number(target.value))}
    />
  )
}
