import { Card } from '@blueprintjs/core'
import { Link } from 'react-router-dom'
import { entrances, titleOf, to } from '../../machines/paths.ts'
import { routesFor } from '../../machines/permissions.ts'
import { controlledRoutes } from '../../machines/routes.ts'
import { list as plans } from '../../services/reportPlan.ts'
import { useApp } from '../shared/app.ts'
import { useConsole } from '../shared/console.ts'
import { useFormat } from '../shared/format.ts'
import './report.css'

/** The reports that a person may open, each with the question that it answers. */
const Reports = () => {
  const { t } = useFormat()
  const { user } = useConsole()
  const { screens } = useApp()
  const mine = entrances(routesFor(controlledRoutes, user.roles)).filter(
    ({ route, ancestors }) => ancestors.some(({ name }) => name === 'report') && route.name !== 'reports',
  )
  return (
    <div className="reports">
      <h1>{t('routes:reports')}</h1>
      {user.interfaces.includes(plans.interface) && (
        <p>
          <Link to={to.reportPlans()}>{t('reportPlan:plans')}</Link>
        </p>
      )}
      <ul>
        {mine.map(({ route, path }) => (
          <li key={route.name}>
            <Card compact interactive>
              <h2>
                <Link to={path} onMouseEnter={() => screens.preload(route.name)}>
                  {t(titleOf(route)!)}
                </Link>
              </h2>
              <p>{t(`report:question.${route.name}`)}</p>
            </Card>
          </li>
        ))}
      </ul>
    </div>
  )
}

export { Reports as screen }
