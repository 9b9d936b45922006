import { useTranslation } from 'react-i18next'
import { ShownOnce } from '../shared/ShownOnce.tsx'

export type Key = { name: string; secret: string | null }

/** Shows a new API key once, to be copied. */
export const KeyShown = ({ apiKey: { name, secret }, onClose }: { apiKey: Key; onClose: () => void }) => {
  const { t } = useTranslation()
  return (
    <ShownOnce
      title={t('power:setting.key.title', { name })}
      text={t(secret === null ? 'power:setting.key.lost' : 'power:setting.key.text')}
      value={secret ?? undefined}
      rows={2}
      onClose={onClose}
    />
  )
}
