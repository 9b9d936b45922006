import { AnchorButton, Button, NonIdealState } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { useHref, useNavigate } from 'react-router-dom'
import { to } from '../../machines/paths.ts'

/** A page that says why there is nothing here, with a way back and a way home. */
export const Notice = ({ name }: { name: 'notFound' | 'unauthorized' }) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <div className="notice">
      <NonIdealState
        title={t(`shell:${name}.title`)}
        description={t(`shell:${name}.text`)}
        action={
          <div className="notice-actions">
            <AnchorButton
              intent="primary"
              text={t('common:home')}
              href={useHref(to.root())}
              onClick={(event) => {
                event.preventDefault()
                void navigate(to.root())
              }}
            />
            <Button text={t('common:back')} onClick={() => void navigate(-1)} />
          </div>
        }
      />
    </div>
  )
}
