import type { Intent } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { firstVersion } from '../../machines/rules.first.ts'
import type { RuleSetRow } from '../../services/risk.ts'
import { Tag } from '../shared/Tag.tsx'
import { useVersionName } from '../shared/useVersionName.ts'

const intents: Record<string, Intent> = {
  published: 'success',
  proposed: 'primary',
  tested: 'none',
  discarded: 'danger',
}

export const StateTag = ({ state }: { state: string }) => {
  const { t } = useTranslation()
  return <Tag intent={intents[state] ?? 'none'}>{t(`ruleSet:state.${state}`)}</Tag>
}

type VersionListProps = {
  versions: readonly RuleSetRow[]
  inForce: string
  chosen: string | undefined
  onChoose: (version: string) => void
}

/** All versions, newest first. */
export const VersionList = ({ versions, inForce, chosen, onChoose }: VersionListProps) => {
  const { t } = useTranslation()
  const nameOf = useVersionName()
  const rows = [
    ...versions.map(({ number, state, title }) => ({ version: String(number), state, title })),
    {
      version: firstVersion,
      state: inForce === firstVersion ? 'published' : 'retired',
      title: t('risk:builtInText'),
    },
  ]
  return (
    <nav aria-label={t('risk:versions')} className="risk-versions">
      {rows.map(({ version, state, title }) => (
        <button
          key={version}
          type="button"
          aria-current={version === chosen ? 'page' : undefined}
          onClick={() => onChoose(version)}
        >
          <span>
            <b>{nameOf(version)}</b>
            <StateTag state={state} />
          </span>
          <small>{title}</small>
        </button>
      ))}
    </nav>
  )
}
