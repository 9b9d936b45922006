import { HTMLTable } from '@blueprintjs/core'
import type { Entry } from '../../services/audit.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { useFormat } from '../shared/format.ts'
import { labelOf, valueIn } from './differences.ts'
import './audit.css'

/** The event's content that did not become part of its record. */
export const DetailTable = ({ kind, entry: { names, said } }: { kind: string; entry: Entry }) => {
  const format = useFormat()
  const { t } = format
  return (
    <div className="changes audit-changes">
      <Facts title="audit:saidToo">
        <HTMLTable compact aria-label={t('audit:saidToo')}>
          <thead>
            <tr>
              <th scope="col">{t('detail:field')}</th>
              <th scope="col">{t('audit:value')}</th>
            </tr>
          </thead>
          <tbody>
            {said.map(({ path, after }) => (
              <tr key={path.join('\n')}>
                <th scope="row">{labelOf(path, kind, t)}</th>
                <td>{after.map((value) => valueIn(value, path, names, format)).join(', ') || '–'}</td>
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      </Facts>
    </div>
  )
}
