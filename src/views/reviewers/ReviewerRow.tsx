import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { findRoute, to } from '../../machines/paths.ts'
import { routesFor } from '../../machines/permissions.ts'
import { controlledRoutes } from '../../machines/routes.ts'
import type { Reviewer } from '../../services/reviewers.ts'
import { OfferButtons } from '../detail/command/OfferButtons.tsx'
import { Waiting } from '../list/cells.tsx'
import { useApp } from '../shared/app.ts'
import { useConsole } from '../shared/console.ts'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { reviewerSubject } from './subjects.ts'
import { WeightChoice } from './WeightChoice.tsx'

export const ReviewerRow = ({ reviewer, onChanged }: { reviewer: Reviewer; onChanged: () => void }) => {
  const { t } = useTranslation()
  const { number, percent, decimal } = useFormat()
  const { name, active, groups, since, holds, decided, perHour, passRate, returnRate, overdueRate } = reviewer
  const none = (title: string) => <span title={t(title)}>–</span>
  return (
    <tr>
      <th scope="row">
        {name} {!active && <Tag>{t('reviewers:disabled')}</Tag>}
      </th>
      <td>{groups.length > 0 ? groups.join(', ') : t('reviewers:noGroup')}</td>
      <td>{since === null ? t('reviewer:state.away') : <Waiting since={since} />}</td>
      <td className="reviewers-number">
        <WeightChoice reviewer={reviewer} onChanged={onChanged} />
      </td>
      <td className="reviewers-number">{number(holds)}</td>
      <td className="reviewers-number">{number(decided)}</td>
      <td className="reviewers-links">
        <DecidedOrders reviewer={reviewer} />
      </td>
      <td className="reviewers-number">{perHour === null ? none('reviewers:notSignedIn') : decimal(perHour)}</td>
      <td className="reviewers-number">{passRate === null ? none('reviewers:noDecisions') : percent(passRate)}</td>
      <td className="reviewers-number">{returnRate === null ? none('reviewers:noDecisions') : percent(returnRate)}</td>
      <td className="reviewers-number">{overdueRate === null ? none('reviewers:noLoans') : percent(overdueRate)}</td>
      <td className="reviewers-actions">
        <OfferButtons subject={reviewerSubject(reviewer)} only={['sentHome']} small />
      </td>
    </tr>
  )
}

/** Links to a reviewer's last decisions, per stage, for users who may open that list. */
const DecidedOrders = ({ reviewer: { id, name, stages } }: { reviewer: Reviewer }) => {
  const { t } = useTranslation()
  const { screens } = useApp()
  const { user } = useConsole()
  if (!findRoute(to.reviewList(), routesFor(controlledRoutes, user.roles))) return '–'
  return stages.map((stage) => (
    <Link
      key={stage}
      to={`${to.reviewList()}?${new URLSearchParams({ [`${stage}Reviewer`]: id })}`}
      aria-label={t(`reviewers:decidedBy.${stage}`, { name })}
      onMouseEnter={() => screens.preload('reviewList')}
    >
      {t(`reviewers:stage.${stage}`)}
    </Link>
  ))
}
