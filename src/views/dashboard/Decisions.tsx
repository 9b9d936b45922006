import { HTMLTable } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../shared/format.ts'
import type { Summary } from './useSummary.ts'

export const Decisions = ({ decisions }: { decisions: Summary['decisions'] }) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const made = decisions.filter(({ count }) => count > 0)
  return (
    <section aria-labelledby="decisions">
      <h2 id="decisions">{t('dashboard:decisions')}</h2>
      {made.length === 0 ? (
        <p className="dashboard-empty">{t('dashboard:noDecisions')}</p>
      ) : (
        <div className="dashboard-table">
          <HTMLTable compact>
            <thead>
              <tr>
                <th scope="col">{t('dashboard:decision')}</th>
                <th scope="col">{t('dashboard:everybody')}</th>
                <th scope="col">{t('dashboard:byMe')}</th>
              </tr>
            </thead>
            <tbody>
              {made.map(({ event, count, mine }) => (
                <tr key={event}>
                  <td>{t(`approval:event.${event}`)}</td>
                  <td>{number(count)}</td>
                  <td>{number(mine)}</td>
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        </div>
      )}
    </section>
  )
}
