import { isOver } from '../../machines/approval.ts'
import type { Order } from '../../services/approval.ts'
import { useFormat, useNow } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'

/** An application's age, now or at its decision, relative to its target time. */
export const Age = ({ order: { state, since, appliedAt, targetAt } }: { order: Order }) => {
  const { t, lasting, instant } = useFormat()
  const now = useNow()
  const until = isOver(state) ? since : now
  const words = t('approval:screen.ageOf', { age: lasting(appliedAt, until), target: lasting(appliedAt, targetAt) })
  const title = t('approval:screen.targetAt', { when: instant(targetAt) })
  if (until <= targetAt) return <span title={title}>{words}</span>
  return (
    <Tag intent={isOver(state) ? 'none' : 'danger'} title={title}>
      {words}
    </Tag>
  )
}
