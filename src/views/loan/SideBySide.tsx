import { HTMLTable } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Facts } from '../detail/record/Facts.tsx'

type SideBySideProps = {
  title: string
  /** Shown when there are no columns. */
  none: string
  /** The heading above the column names. */
  by: string
  /** The columns; `facts` maps a locale key to a value, and all columns have the same keys. */
  columns: readonly { key: number; name: string; facts: Readonly<Record<string, ReactNode>> }[]
}

/** Compares items of one kind: a column per item, a row per fact. */
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
