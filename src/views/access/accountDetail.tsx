import { Spinner } from '@blueprintjs/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink, useParams } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { detail, type Detail, issueLink } from '../../services/account.ts'
import { CallError } from '../../services/http.ts'
import { powerUserEdit } from '../../services/user.ts'
import { CommandDialog } from '../detail/command/CommandDialog.tsx'
import { OfferButtons } from '../detail/command/OfferButtons.tsx'
import { BarredButton } from '../detail/form/BarredButton.tsx'
import { Facts } from '../detail/record/Facts.tsx'
import { Neighbours } from '../detail/record/Neighbours.tsx'
import { usePast, wayTo } from '../detail/record/past.ts'
import { useLive } from '../detail/record/useLive.ts'
import { useRecord } from '../detail/record/useRecord.ts'
import { useConsole } from '../shared/console.ts'
import { Failed } from '../shared/Failed.tsx'
import { Notice } from '../shared/Notice.tsx'
import { useTabName } from '../shared/useTabName.ts'
import { AccountDialog } from './AccountDialog.tsx'
import { AccountFacts } from './AccountFacts.tsx'
import { AccountStanding } from './AccountStanding.tsx'
import { accountSubject, offeredOn } from './accountSubject.ts'
import { GrantSteps } from './GrantSteps.tsx'
import { HeldInterfaces } from './HeldInterfaces.tsx'
import { type Link, LinkShown } from './LinkShown.tsx'
import { ResetDialog } from './ResetDialog.tsx'
import { SidebarPreview } from './SidebarPreview.tsx'
import { useRoles } from './useRoles.ts'
import './power.css'

const AccountDetail = () => {
  const { t } = useTranslation()
  const { account_id } = useParams()
  const id = Number(account_id)
  const { record, error, retry, reload } = useRecord(detail, { id }, { kind: 'account', id: account_id })
  useTabName(record?.account.name)
  useLive(['role', 'reviewGroup'], undefined, reload)
  if (record) return <Shown detail={record} onChanged={reload} />
  // A malformed account number is answered with 400; it belongs to no account either.
  if (error instanceof CallError && [400, 404].includes(error.code))
    return (
      <Notice title={t('access:unknownAccount')}>
        <RouterLink to={to.account()}>{t('access:toAccounts')}</RouterLink>
      </Notice>
    )
  return error ? <Failed error={error} onRetry={retry} /> : <Spinner className="page-wait" size={28} />
}

/** One account: its facts, commands, granted menus and interfaces, and history. */
const Shown = ({
  detail: { account, menus, interfaces, history },
  onChanged,
}: {
  detail: Detail
  onChanged: () => void
}) => {
  const { t } = useTranslation()
  const { user } = useConsole()
  const { roles } = useRoles()
  const { at } = usePast()
  const home = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<'edit' | 'reset'>()
  const [link, setLink] = useState<Link>()
  const subject = accountSubject(account)
  const isOwn = `staff/${account.id}` === user.id
  const barredTo = (name: string) => (user.interfaces.includes(name) ? undefined : t('errors:notPermitted'))
  const close = () => setOpen(undefined)
  const resetBarred =
    barredTo(issueLink.interface) ??
    (isOwn ? t('account:guard.notSelf') : account.status === 'disabled' ? t('account:guard.notOffered') : undefined)
  return (
    <div className="power" ref={home} tabIndex={-1}>
      <header>
        <h1>{account.name}</h1>
        <AccountStanding account={account} />
        {isOwn && <span className="quiet">{t('access:own')}</span>}
        <Neighbours />
      </header>
      <div className="power-actions">
        <BarredButton
          text={t('access:editAccount')}
          reason={barredTo(powerUserEdit.interface)}
          onClick={() => setOpen('edit')}
        />
        <BarredButton text={t('access:resetLogin')} reason={resetBarred} onClick={() => setOpen('reset')} />
        <OfferButtons subject={subject} only={offeredOn(account, isOwn)} />
        <CommandDialog subject={subject} home={home} onReload={onChanged} />
      </div>
      <div className="power-thirds">
        <div>
          <AccountFacts account={account} />
          <GrantSteps steps={history} words="account" shown={at ?? history.length} way={wayTo} />
        </div>
        <Facts title="access:menus">
          <SidebarPreview
            title={t('access:sidebarOf', { name: account.name })}
            roles={account.roles.map(({ name }) => name)}
            menus={menus}
          />
        </Facts>
        <HeldInterfaces ids={interfaces} />
      </div>
      {open === 'edit' && roles && (
        <AccountDialog account={account} roles={roles} onClose={close} onSaved={onChanged} onLink={() => {}} />
      )}
      {open === 'reset' && (
        <ResetDialog account={account} onClose={close} onDone={onChanged} onLink={(_, issued) => setLink(issued)} />
      )}
      {link && <LinkShown name={account.name} link={link} onClose={() => setLink(undefined)} />}
    </div>
  )
}

export { AccountDetail as screen }
