import { Checkbox } from '@blueprintjs/core'
import { PeopleIcon } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Role } from '../../services/access.ts'

export type Grant = {
  id: string
  title: string
  /** Its place, as the route table or the server words it. */
  path: string
  about?: ReactNode
  holders: readonly Role[]
  /** The accounts that hold it, as a link to their list. */
  people: string
  /** For an item that is not granted by hand: whether it is held, and why. */
  fixed?: { held: boolean; why: string }
  /** The user does not hold it, so may not grant it. */
  lacking: boolean
}

type GrantRowProps = {
  grant: Grant
  role: Role
  isHeld: boolean
  changed: 'granted' | 'taken' | undefined
  disabled: boolean
  wayTo: (role: Role) => string
  onTick: (isOn: boolean) => void
}

/** One grantable item, with the other roles that hold it. */
export const GrantRow = ({ grant, role, isHeld, changed, disabled, wayTo, onTick }: GrantRowProps) => {
  const { t } = useTranslation()
  const { id, title, path, about, holders, people, fixed, lacking } = grant
  // A user can revoke what they do not hold, but cannot grant it.
  const isBarred = lacking && !isHeld && changed === undefined
  const others = holders.filter((one) => one.id !== role.id)
  return (
    <li className="grant" data-changed={changed}>
      <Checkbox
        checked={fixed ? fixed.held : isHeld}
        disabled={disabled || fixed !== undefined || isBarred}
        title={fixed?.why ?? (isBarred ? t('access:lacking') : undefined)}
        onChange={({ currentTarget: { checked } }) => onTick(checked)}
        labelElement={
          <>
            {title} {changed && <em className="grant-change">{t(`access:${changed}`)}</em>}
          </>
        }
      />
      <div className="grant-about">
        <code>{path}</code>
        <code>{id}</code>
        {about}
        {fixed && <span>{fixed.why}</span>}
        {isBarred && <span>{t('access:lacking')}</span>}
      </div>
      <div className="grant-holders">
        {others.length === 0
          ? t('access:nobodyElse')
          : others.map((one, index) => (
              <span key={one.id}>
                {index > 0 && ', '}
                <Link to={wayTo(one)}>{one.name}</Link>
              </span>
            ))}
        <Link
          to={people}
          aria-label={t('access:whoHolds', { name: title })}
          title={t('access:whoHolds', { name: title })}
        >
          <PeopleIcon size={14} />
        </Link>
      </div>
    </li>
  )
}
