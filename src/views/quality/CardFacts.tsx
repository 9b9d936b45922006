import { HTMLTable } from '@blueprintjs/core'
import type { QualityRecord } from '../../services/quality.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { useFormat } from '../shared/format.ts'

/** The points that a checker listens for, and the score that passes. */
export const CardFacts = ({ items, pass }: Pick<QualityRecord, 'items' | 'pass'>) => {
  const { t, number } = useFormat()
  return (
    <Facts title="quality:screen.card" facts={{ 'quality:screen.pass': number(pass) }}>
      <HTMLTable compact aria-label={t('quality:screen.card')}>
        <thead>
          <tr>
            <th scope="col">{t('quality:screen.listened')}</th>
            <th scope="col">{t('quality:screen.weight')}</th>
            <th scope="col">{t('quality:screen.isFatal')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ name, weight, fatal }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{number(weight)}</td>
              <td>{t(`audit:${fatal ? 'yes' : 'no'}`)}</td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </Facts>
  )
}
