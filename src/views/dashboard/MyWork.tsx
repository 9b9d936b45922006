import { HTMLTable } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { useApp } from '../shared/app.ts'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import type { Summary } from './useSummary.ts'

const soonMs = 5 * 60_000

/** The applications that this person has claimed, each with the time until its claim expires. */
export const MyWork = ({ work, now }: { work: Summary['mine']; now: number }) => {
  const { t } = useTranslation()
  const { instant } = useFormat()
  const { screens } = useApp()
  return (
    <section aria-labelledby="my-work">
      <h2 id="my-work">{t('dashboard:myWork')}</h2>
      {work.length === 0 ? (
        <p className="dashboard-empty">{t('dashboard:noWork')}</p>
      ) : (
        <div className="dashboard-table">
          <HTMLTable compact interactive>
            <thead>
              <tr>
                <th scope="col">{t('dashboard:order')}</th>
                <th scope="col">{t('dashboard:state')}</th>
                <th scope="col">{t('dashboard:heldSince')}</th>
                <th scope="col">{t('dashboard:claimEnds')}</th>
              </tr>
            </thead>
            <tbody>
              {work.map(({ orderNo, state, since, claimDue }) => (
                <tr key={orderNo}>
                  <td>
                    <Link to={to.approveDetail({ orderNo })} onMouseEnter={() => screens.preload('approveDetail')}>
                      {orderNo}
                    </Link>
                  </td>
                  <td>{t(`approval:state.${state}`)}</td>
                  <td className="one-line">{instant(since)}</td>
                  <td>{claimDue === null ? '–' : <TimeLeft due={claimDue} now={now} />}</td>
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        </div>
      )}
    </section>
  )
}

const TimeLeft = ({ due, now }: { due: number; now: number }) => {
  const { t } = useTranslation()
  const { lasting } = useFormat()
  if (now >= due) {
    return <Tag intent="danger">{t('dashboard:claimOver')}</Tag>
  }
  return <Tag intent={due - now < soonMs ? 'warning' : 'none'}>{lasting(now, due)}</Tag>
}
