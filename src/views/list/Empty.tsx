import { Button, NonIdealState } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'

type EmptyProps = {
  words: string
  filtered: boolean
  /** Locale keys for what the filters in use need. */
  needs: readonly string[]
  onClear: () => void
}

export const Empty = ({ words, filtered, needs, onClear }: EmptyProps) => {
  const { t } = useTranslation()
  return (
    <NonIdealState
      className="list-empty"
      title={t(filtered ? 'list:noMatch' : 'common:empty')}
      description={
        <>
          {(filtered ? [...needs, 'list:noMatchText'] : [words]).map((key) => (
            <div key={key}>{t(key)}</div>
          ))}
        </>
      }
      action={filtered ? <Button text={t('list:clear')} onClick={onClear} /> : undefined}
    />
  )
}
