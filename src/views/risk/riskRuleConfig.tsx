import { Spinner } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { Failed } from '../shared/Failed.tsx'
import { NewDraft } from './NewDraft.tsx'
import { useVersions } from './useVersions.ts'
import { Version } from './Version.tsx'
import { VersionList } from './VersionList.tsx'
import '../detail/record/record.css'
import './risk.css'

/** The rules of the machine review: the list of versions, and one version in full. */
const RiskRuleConfig = () => {
  const { t } = useTranslation()
  const { versions, inForce, chosen, choose, error, retry } = useVersions()

  if (!versions || inForce === undefined) {
    return error ? <Failed error={error} onRetry={retry} /> : <Spinner className="page-wait" size={28} />
  }
  return (
    <div className="risk">
      <header className="risk-head">
        <h1>{t('routes:riskRuleConfig')}</h1>
        <NewDraft base={chosen ?? inForce} onMade={choose} />
      </header>
      {error !== undefined && <Failed brief error={error} onRetry={retry} />}
      <div className="risk-columns">
        <VersionList versions={versions} inForce={inForce} chosen={chosen} onChoose={choose} />
        {chosen && <Version key={chosen} name={chosen} inForce={inForce} versions={versions} />}
      </div>
    </div>
  )
}

export { RiskRuleConfig as screen }
