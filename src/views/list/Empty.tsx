import { Button, NonIdealState } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'

type EmptyProps = { words: string; filtered: boolean; onClear: () => void }

export const Empty = ({ words, filtered, onClear }: EmptyProps) => {
  const { t } = useTranslation()
  return (
    <NonIdealState
      className="list-empty"
      title={t(filtered ? 'list:noMatch' : 'common:empty')}
      description={t(filtered ? 'list:noMatchText' : words)}
      action={filtered ? <Button text={t('list:clear')} onClick={onClear} /> : undefined}
    />
  )
}
