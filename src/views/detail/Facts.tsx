import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import './facts.css'

type FactsProps = {
  title: string
  /** What is to be said under a locale key; nothing known is a dash. */
  facts?: Readonly<Record<string, ReactNode>>
  /** Beside the title. */
  aside?: ReactNode
  children?: ReactNode
}

/** A group of facts about a record: label and value, and whatever belongs below them. */
export const Facts = ({ title, facts = {}, aside, children }: FactsProps) => {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section className="facts" aria-labelledby={id}>
      <header>
        <h2 id={id}>{t(title)}</h2>
        {aside}
      </header>
      {Object.keys(facts).length > 0 && (
        <dl>
          {Object.entries(facts).map(([label, value]) => (
            <div key={label}>
              <dt>{t(label)}</dt>
              <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
            </div>
          ))}
        </dl>
      )}
      {children}
    </section>
  )
}
