import { Button, NonIdealState } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { refusalOf } from './refusal.ts'

/** In the place of what could not be loaded: why, and another try. */
export const Failed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const { t } = useTranslation()
  return (
    <div className="notice" role="alert">
      <NonIdealState
        title={t('common:loadFailed')}
        description={refusalOf(error, '')}
        action={<Button text={t('common:retry')} onClick={onRetry} />}
      />
    </div>
  )
}
