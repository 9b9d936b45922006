import { Button, Callout } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import type { Ignored as One } from './address.ts'

type IgnoredProps = { ignored: readonly One[]; onDrop: (name: string) => void }

/** What the address asks for and the list cannot do, with the way to be rid of it. */
export const Ignored = ({ ignored, onDrop }: IgnoredProps) => {
  const { t } = useTranslation()
  return ignored.map(({ name, label, flaw }) => (
    <Callout key={name} compact intent="warning" icon={null} className="list-ignored">
      <output>{t('list:ignored', { field: label ? t(label) : name, why: t(`errors:field.${flaw}`) })}</output>
      <Button size="small" variant="minimal" text={t('list:drop')} onClick={() => onDrop(name)} />
    </Callout>
  ))
}
