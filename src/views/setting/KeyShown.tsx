import { useTranslation } from 'react-i18next'
import { ShownOnce } from '../shared/ShownOnce.tsx'

export type Key = { name: string; secret: string | null }

/** Shows a new API key once, to be copied. */
export const KeyShown = ({ apiKey: { name, secret }, onClose }: { apiKey: Key; onClose: () => void }) => {
  const { t } = useTranslation()
  return (
    <ShownOnce
      title={t('setting:screen.key.title', { name })}
      text={t(secret === null ? 'setting:screen.key.lost' : 'setting:screen.key.text')}
      value={secret ?? undefined}
      rows={2}
      onClose={onClose}
    />
  )
}
