import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import './facts.css'

type FactsProps = {
  title: string
  /** Values by locale key; an unknown value shows a dash. */
  facts?: Readonly<Record<string, ReactNode>>
  /** Beside the title. */
  aside?: ReactNode
  children?: ReactNode
}

/** A titled group of facts about a record, as labels and values, with further content below. */
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
