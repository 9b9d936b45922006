import { Checkbox, InputGroup, Switch } from '@blueprintjs/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '../../services/access.ts'
import { type Grant, GrantRow } from './GrantRow.tsx'
import type { Grants } from './useGrants.ts'

export type GrantGroup = { key: string; title: string; grants: readonly Grant[] }

type GrantListProps = {
  role: Role
  groups: readonly GrantGroup[]
  grants: Grants
  /** The placeholder of the search field. */
  hint: string
  disabled: boolean
  wayTo: (role: Role) => string
}

const textOf = ({ id, title, path }: Grant) => `${id} ${title} ${path}`.toLowerCase()

/** All grantable items in groups, with search and checkboxes. */
export const GrantList = ({ role, groups, grants, hint, disabled, wayTo }: GrantListProps) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [onlyHeld, setOnlyHeld] = useState(false)
  const isHeld = ({ id, fixed }: Grant) => (fixed ? fixed.held : grants.wanted.includes(id))
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = groups
    .map((group) => ({
      ...group,
      matching: group.grants.filter(
        (grant) =>
          words.every((word) => `${group.title} ${textOf(grant)}`.toLowerCase().includes(word)) &&
          (!onlyHeld || isHeld(grant) || grants.taken.includes(grant.id)),
      ),
    }))
    .filter(({ matching }) => matching.length > 0)
  return (
    <div className="grants">
      <div className="grants-tools">
        <InputGroup
          type="search"
          leftIcon="search"
          aria-label={t('access:search')}
          placeholder={hint}
          value={typed}
          onValueChange={setTyped}
        />
        <Switch
          label={t('access:onlyGranted')}
          checked={onlyHeld}
          onChange={({ currentTarget: { checked } }) => setOnlyHeld(checked)}
        />
      </div>
      {shown.length === 0 && <p className="quiet">{t('access:noneFound')}</p>}
      {shown.map(({ key, title, grants: all, matching }) => {
        const givable = matching.filter(({ id, fixed, lacking }) => !fixed && (!lacking || grants.wanted.includes(id)))
        const on = givable.filter(isHeld)
        return (
          <section key={key} aria-label={title} className="grant-group">
            <header>
              <Checkbox
                label={title}
                aria-label={t('access:tickAll', { name: title })}
                checked={givable.length > 0 && on.length === givable.length}
                indeterminate={on.length > 0 && on.length < givable.length}
                disabled={disabled || givable.length === 0}
                onChange={({ currentTarget: { checked } }) =>
                  grants.change(
                    givable.map(({ id }) => id),
                    checked,
                  )
                }
              />
              <span className="quiet">{t('access:held', { held: all.filter(isHeld).length, all: all.length })}</span>
            </header>
            <ul>
              {matching.map((grant) => (
                <GrantRow
                  key={grant.id}
                  grant={grant}
                  role={role}
                  isHeld={isHeld(grant)}
                  changed={
                    grants.granted.includes(grant.id)
                      ? 'granted'
                      : grants.taken.includes(grant.id)
                        ? 'taken'
                        : undefined
                  }
                  disabled={disabled}
                  wayTo={wayTo}
                  onTick={(isOn) => grants.change([grant.id], isOn)}
                />
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}
