import { useState } from 'react'
import { issue } from '../../services/verifyCode.ts'
import { BarredButton } from '../detail/form/BarredButton.tsx'
import { Refusal } from '../jobs/Refusal.tsx'
import { useRequest } from '../jobs/useRequest.ts'
import { useConsole } from '../shared/console.ts'
import { useFormat } from '../shared/format.ts'
import { useOnline } from '../shared/online.ts'
import { acting } from '../shared/pointerGuard.ts'
import { ShownOnce } from '../shared/ShownOnce.tsx'

/** Issues a code for the seller's lead, and shows it this once. */
export const IssueCode = ({ lead }: { lead: string }) => {
  const { t } = useFormat()
  const { user } = useConsole()
  const online = useOnline()
  const { send, pending, error } = useRequest(issue)
  const [shown, setShown] = useState<{ code: string | null }>()
  if (!user.interfaces.includes(issue.interface)) return null
  return (
    <>
      <BarredButton
        {...acting}
        text={t('verifyCode:action.codeIssued')}
        loading={pending}
        reason={online ? undefined : t('shell:offline.barred')}
        onClick={() => void send({ lead }).then((done) => done && setShown(done))}
      />
      <Refusal error={error} words="verifyCode" />
      {shown && (
        <ShownOnce
          title={t('verifyCode:title')}
          text={t(shown.code === null ? 'verifyCode:screen.gone' : 'verifyCode:screen.read')}
          value={shown.code ?? undefined}
          rows={1}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  )
}
