import { Button, Callout } from '@blueprintjs/core'
import { CrossIcon } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import type { Ignored as One } from './address.ts'

type IgnoredProps = { ignored: readonly One[]; onDrop: (name: string) => void }

/** The URL parameters that the list cannot apply, with buttons to remove them. */
export const Ignored = ({ ignored, onDrop }: IgnoredProps) => {
  const { t } = useTranslation()
  if (ignored.length === 0) return null
  return (
    <Callout compact intent="warning" icon={null} aria-live="polite">
      <ul className="list-ignored">
        {ignored.map(({ name, label, flaw, isGone }) => {
          const field = label ? t(label) : name
          return (
            <li key={name}>
              <span>{t('list:ignored', { field, why: t(`errors:field.${flaw}`) })}</span>
              {!isGone && (
                <Button
                  size="small"
                  variant="minimal"
                  icon={<CrossIcon />}
                  aria-label={`${t('list:drop')}: ${field}`}
                  title={t('list:drop')}
                  onClick={() => onDrop(name)}
                />
              )}
            </li>
          )
        })}
      </ul>
    </Callout>
  )
}
