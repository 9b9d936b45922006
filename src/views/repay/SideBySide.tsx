import { HTMLTable } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Facts } from '../detail/Facts.tsx'

type SideBySideProps = {
  title: string
  /** Said when there is nothing. */
  none: string
  /** What the names of the columns are. */
  by: string
  /** A column each: what is to be said under a locale key; all have the same keys. */
  columns: readonly { key: number; name: string; facts: Readonly<Record<string, ReactNode>> }[]
}

/** A few things of one kind beside each other, a row for each thing that is known of them. */
export const SideBySide = ({ title, none, by, columns }: SideBySideProps) => {
  const { t } = useTranslation()
  const labels = Object.keys(columns[0]?.facts ?? {})
  return (
    <Facts title={title}>
      {columns.length === 0 ? (
        <p className="quiet">{t(none)}</p>
      ) : (
        <div className="detail-table">
          <HTMLTable compact className="loan-table" aria-label={t(title)}>
            <thead>
              <tr>
                <th scope="col">{t(by)}</th>
                {columns.map(({ key, name }) => (
                  <th key={key} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {labels.map((label) => (
                <tr key={label}>
                  <th scope="row">{t(label)}</th>
                  {columns.map(({ key, facts }) => (
                    <td key={key}>{facts[label] || '–'}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        </div>
      )}
    </Facts>
  )
}
