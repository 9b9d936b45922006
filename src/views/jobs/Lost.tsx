import { Callout } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { LogInAgain } from '../shared/LogInAgain.tsx'
import { isOfSession } from '../shared/refusal.ts'

/** Shown beside progress that cannot be loaded now. The job and the polling continue. */
export const Lost = ({ error }: { error: unknown }) => {
  const { t } = useTranslation()
  if (error === undefined) return null
  return (
    <output>
      <Callout compact intent="warning" className="job-refusal">
        {isOfSession(error) ? (
          <>
            <p>{t('errors:loggedOut')}</p>
            <LogInAgain />
          </>
        ) : (
          t('common:askingAgain')
        )}
      </Callout>
    </output>
  )
}
