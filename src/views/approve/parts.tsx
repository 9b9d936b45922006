import { type Intent, Tag } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { useFormat, useNow } from '../shared/format.ts'

const intentOf = (state: string): Intent => {
  if (/[rR]ejected$/.test(state)) return 'danger'
  if (state === 'passed') return 'success'
  return state.endsWith('claimed') ? 'primary' : state === 'returned' ? 'warning' : 'none'
}

export const StateTag = ({ state }: { state: string }) => {
  const { t } = useTranslation()
  return (
    <Tag minimal intent={intentOf(state)}>
      {t(`approval:state.${state}`)}
    </Tag>
  )
}

/** The machine could not decide: a person has to look closely. */
export const ReferTag = () => {
  const { t } = useTranslation()
  return (
    <Tag minimal intent="warning" title={t('approve:referText')}>
      {t('approve:refer')}
    </Tag>
  )
}

const soonMs = 5 * 60_000

/** How long a claim still holds. */
export const ClaimLeft = ({ due }: { due: number }) => {
  const { t } = useTranslation()
  const { lasting } = useFormat()
  const now = useNow(10_000)
  const left = due - now
  return (
    <Tag minimal intent={left <= 0 ? 'danger' : left < soonMs ? 'warning' : 'none'}>
      {left <= 0 ? t('approve:claimOver') : t('approve:claimLeft', { time: lasting(now, due) })}
    </Tag>
  )
}

export const Words = ({ of }: { of: string }) => useTranslation().t(of)

export const Days = ({ count }: { count: number | null }) => {
  const { t } = useTranslation()
  return count === null ? '–' : t('approve:days', { count })
}

/** How a customer came; a channel that the lender names otherwise is shown by that name. */
export const Channel = ({ name }: { name: string }) =>
  useTranslation().t(`detail:channel.${name}`, { defaultValue: name })

const builtIn = /^builtin-(\d+)$/

export const RuleSet = ({ version }: { version: string }) => {
  const { t } = useTranslation()
  const [, number] = builtIn.exec(version) ?? []
  return number === undefined ? version : t('detail:ruleSet', { version: number })
}
