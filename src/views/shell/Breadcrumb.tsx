import { Classes } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { breadcrumb } from '../../machines/paths.ts'
import type { Route } from '../../machines/routes.ts'

/** The path to the page. The last part is plain text; another part is a link when the user may open it. */
export const Breadcrumb = ({ routes }: { routes: readonly Route[] }) => {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const crumbs = breadcrumb(pathname, routes)
  return (
    <nav aria-label={t('shell:breadcrumb')}>
      <ol className={Classes.BREADCRUMBS}>
        {crumbs.map(({ name, title, path }, index) => (
          <li key={name}>
            {path && index < crumbs.length - 1 ? (
              <Link className={Classes.BREADCRUMB} to={path}>
                {t(title)}
              </Link>
            ) : (
              <span
                className={`${Classes.BREADCRUMB} ${index === crumbs.length - 1 ? Classes.BREADCRUMB_CURRENT : ''}`}
                aria-current={index === crumbs.length - 1 ? 'page' : undefined}
              >
                {t(title)}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
