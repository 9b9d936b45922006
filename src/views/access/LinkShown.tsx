import { useTranslation } from 'react-i18next'
import { useHref } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { useFormat } from '../shared/format.ts'
import { ShownOnce } from '../shared/ShownOnce.tsx'

export type Link = { token: string | null; until: number }

/**
 * Shows a one-time link, to be copied. The token follows the #, because browsers do not send the fragment to a server.
 */
export const LinkShown = ({ name, link, onClose }: { name: string; link: Link; onClose: () => void }) => {
  const { t } = useTranslation()
  const { instant } = useFormat()
  const path = useHref(to.setPassword())
  const { token, until } = link
  return (
    <ShownOnce
      title={t('access:linkTitle', { name })}
      text={token === null ? t('access:linkLost') : t('access:linkText', { until: instant(until) })}
      value={token === null ? undefined : `${location.origin}${path}#${token}`}
      rows={3}
      onClose={onClose}
    />
  )
}
