import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { next } from '../../services/lead.ts'
import { useRefusal } from '../detail/command/refusal.ts'
import { BarredButton } from '../detail/form/BarredButton.tsx'
import { useRequest } from '../jobs/useRequest.ts'
import { useConsole } from '../shared/console.ts'
import { useFormat } from '../shared/format.ts'
import { isForPage, useKeys } from '../shared/keys.ts'
import { useOnline } from '../shared/online.ts'
import { acting } from '../shared/pointerGuard.ts'
import { showError, showSuccess } from '../shared/toast.ts'

/** Opens the seller's next lead, also by the key G: a call-back that is due, one not called yet, or one of the pool. */
export const NextLead = () => {
  const { user } = useConsole()
  return user.interfaces.includes(next.interface) ? <Next /> : null
}

const Next = () => {
  const { t } = useFormat()
  const navigate = useNavigate()
  const refusal = useRefusal('lead')
  const online = useOnline()
  const { send, pending, error } = useRequest(next)
  const title = t('lead:screen.next')
  useEffect(() => {
    if (error !== undefined) refusal.toast(error, title, showError)
  }, [error, refusal, title])
  const go = async () => {
    const found = await send({})
    if (!found) return
    if (found.id === null) showSuccess(t('lead:screen.noNext'))
    else void navigate(to.leadDetail({ id: found.id }))
  }
  useKeys((event) => {
    if (event.key.toLowerCase() !== 'g' || !isForPage(event) || !online) return false
    void go()
    return true
  })
  return (
    <BarredButton
      {...acting}
      intent="primary"
      text={title}
      title={`${title} (G)`}
      loading={pending}
      reason={online ? undefined : t('shell:offline.barred')}
      onClick={() => void go()}
    />
  )
}
