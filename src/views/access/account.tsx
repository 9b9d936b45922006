import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { powerUserEdit } from '../../services/user.ts'
import { BarredButton } from '../detail/form/BarredButton.tsx'
import { useConsole } from '../shared/console.ts'
import type { Screen } from '../shared/screens.ts'
import { AccountDialog } from './AccountDialog.tsx'
import { Accounts } from './accounts.tsx'
import { type Link, LinkShown } from './LinkShown.tsx'
import { useRoles } from './useRoles.ts'
import './power.css'

/** The accounts, and the form for a new one. */
const AccountScreen = () => {
  const { t } = useTranslation()
  const { user } = useConsole()
  const { roles, reload } = useRoles()
  const [isOpening, setOpening] = useState(false)
  const [shown, setShown] = useState<{ name: string; link: Link }>()
  const barred = user.interfaces.includes(powerUserEdit.interface) ? undefined : t('errors:notPermitted')
  return (
    <div className="power-list">
      <div className="power-list-tools">
        <BarredButton intent="primary" text={t('access:newAccount')} reason={barred} onClick={() => setOpening(true)} />
      </div>
      <Accounts />
      {isOpening && roles && (
        <AccountDialog
          account={undefined}
          roles={roles}
          onClose={() => setOpening(false)}
          onSaved={reload}
          onLink={(name, link) => setShown({ name, link })}
        />
      )}
      {shown && <LinkShown {...shown} onClose={() => setShown(undefined)} />}
    </div>
  )
}

export const screen: Screen = Object.assign(AccountScreen, { prefetch: Accounts.prefetch! })
