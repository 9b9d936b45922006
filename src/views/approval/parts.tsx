import type { Intent } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { type Format, useFormat, useNow } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'

const intentOf = (state: string): Intent => {
  if (/[rR]ejected$/.test(state)) return 'danger'
  if (state === 'passed') return 'success'
  return state.endsWith('claimed') ? 'primary' : state === 'returned' ? 'warning' : 'none'
}

export const stateTag = (state: string, { t }: Format) => (
  <Tag intent={intentOf(state)}>{t(`approval:state.${state}`)}</Tag>
)

/** The machine could not decide, so a person must check closely. */
export const referTag = ({ t }: Format) => (
  <Tag intent="warning" title={t('approval:screen.referText')}>
    {t('approval:screen.refer')}
  </Tag>
)

const soonMs = 5 * 60_000

/** The time until a claim expires. */
export const ClaimLeft = ({ due }: { due: number }) => {
  const { t } = useTranslation()
  const { lasting } = useFormat()
  const now = useNow(10_000)
  const left = due - now
  return (
    <Tag intent={left <= 0 ? 'danger' : left < soonMs ? 'warning' : 'none'}>
      {left <= 0 ? t('approval:screen.claimOver') : t('approval:screen.claimLeft', { time: lasting(now, due) })}
    </Tag>
  )
}

export const daysIn = (count: number | null, { t }: Format) =>
  count === null ? '–' : t('approval:screen.days', { count })
