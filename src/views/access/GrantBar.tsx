import { Button, Callout } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { useRefusal } from '../detail/command/refusal.ts'
import { SendButton } from '../detail/form/SendButton.tsx'
import type { Grants } from './useGrants.ts'

type GrantBarProps = {
  grants: Grants
  pending: boolean
  error: unknown
  /** Why saving is not allowed. */
  barred: string | undefined
  onSave: () => void
}

/** The unsaved changes of a role's grants, and the button that saves them. */
export const GrantBar = ({ grants, pending, error, barred, onSave }: GrantBarProps) => {
  const { t } = useTranslation()
  const { inWords } = useRefusal('role')
  const { granted, taken, isChanged, drop } = grants
  const count = granted.length + taken.length
  return (
    <div className="grant-bar">
      {error !== undefined && isChanged && (
        <Callout compact intent="danger" role="alert">
          {inWords(error)}
        </Callout>
      )}
      <span aria-live="polite">
        {count === 0
          ? t('access:unchanged')
          : t('access:changesHere', { granted: granted.length, taken: taken.length })}
      </span>
      <Button text={t('access:reset')} disabled={!isChanged || pending} onClick={drop} />
      <SendButton
        intent="primary"
        text={t('common:save')}
        loading={pending}
        disabled={!isChanged}
        reason={barred}
        onClick={onSave}
      />
    </div>
  )
}
