import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** The facts that a form decides on, as labels and values. */
export const About = ({ facts }: { facts: Readonly<Record<string, ReactNode>> }) => {
  const { t } = useTranslation()
  return (
    <dl className="command-about">
      {Object.entries(facts).map(([label, value]) => (
        <div key={label}>
          <dt>{t(label)}</dt>
          <dd>{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
