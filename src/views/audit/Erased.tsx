import { Callout } from '@blueprintjs/core'
import type { Detail } from '../../services/approval.ts'
import { useFormat } from '../shared/format.ts'

/** States that the order's customer was erased, and when. */
export const Erased = ({ detail: { erased } }: { detail: Detail }) => {
  const { t, instant } = useFormat()
  if (!erased) return null
  return (
    <Callout intent="warning" compact className="detail-masked">
      {t('audit:erase.isErased', { when: instant(erased.at), who: erased.byName })}
    </Callout>
  )
}
