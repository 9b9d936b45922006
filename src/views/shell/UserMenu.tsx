import { Button, MenuDivider, MenuItem } from '@blueprintjs/core'
import { CaretDownIcon, FlowLinearIcon, LockIcon, LogOutIcon, ShareIcon, UserIcon } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { useHref, useNavigate } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { useApp } from '../shared/app.ts'
import { useConsole } from '../shared/console.ts'
import { Menu } from '../shared/Menu.tsx'
import { Popover } from '../shared/Popover.tsx'

export const UserMenu = () => {
  const { t } = useTranslation()
  const { user } = useConsole()
  return (
    <Popover content={<UserMenuItems />}>
      <Button
        variant="minimal"
        icon={<Avatar />}
        endIcon={<CaretDownIcon />}
        aria-label={t('shell:userMenu', { name: user.name })}
        text={<span className="top-bar-name">{user.name}</span>}
      />
    </Popover>
  )
}

/** The person's picture, if there is one. */
const Avatar = () => {
  const { avatar } = useConsole().user
  return avatar ? <img className="top-bar-avatar" src={avatar} alt="" width={20} height={20} /> : <UserIcon />
}

const UserMenuItems = () => {
  const { t, i18n } = useTranslation()
  const { screens, session } = useApp()
  const { user } = useConsole()
  const navigate = useNavigate()
  return (
    <Menu>
      <MenuDivider
        title={
          <>
            {user.name}
            {user.introduction && <p className="user-introduction">{user.introduction}</p>}
            {user.status && <p className="user-introduction">{t(`shell:status.${user.status}`, user.status)}</p>}
          </>
        }
      />
      <MenuItem
        icon={<LockIcon />}
        text={t('routes:changePassword')}
        href={useHref(to.changePassword())}
        onMouseEnter={() => screens.preload('changePassword')}
        onClick={(event) => {
          event.preventDefault()
          void navigate(to.changePassword())
        }}
      />
      <MenuItem
        icon={<FlowLinearIcon />}
        text={t('shell:processCharts')}
        href={`/docs/${i18n.language}/`}
        target="_blank"
        rel="noreferrer"
        labelElement={<ShareIcon size={12} title={t('shell:newWindow')} />}
      />
      <MenuItem icon={<LogOutIcon />} text={t('shell:logOut')} onClick={() => session.send({ type: 'logoutChosen' })} />
    </Menu>
  )
}
