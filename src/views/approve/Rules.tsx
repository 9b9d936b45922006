import { HTMLTable } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { ruleSet } from '../../machines/ruleset.ts'
import { Facts } from '../detail/Facts.tsx'
import { Tag } from '../shared/Tag.tsx'
import { HitValue, KnockOut } from './Finding.tsx'
import type { Detail } from './subject.ts'

type Finding = NonNullable<Detail['finding']>
type Rule = (typeof ruleSet)['rules'][number]

/** Rule by rule: what it looks at, what it takes from the score, and how it came out. */
export const Rules = ({ detail: { finding } }: { detail: Detail }) => {
  const { t } = useTranslation()
  // Rules of another version are not known here: then the hits, which the finding names, are all there is to show.
  if (!finding || finding.ruleSet !== ruleSet.version) return null
  return (
    <Facts title="approve:rules">
      <div className="detail-table">
        <HTMLTable compact aria-label={t('approve:rules')}>
          <thead>
            <tr>
              <th scope="col">{t('approve:rule')}</th>
              <th scope="col">{t('approve:looksAt')}</th>
              <th scope="col">{t('approve:points')}</th>
              <th scope="col">{t('approve:outcome')}</th>
            </tr>
          </thead>
          <tbody>
            {ruleSet.rules.map((rule) => (
              <tr key={rule.name}>
                <th scope="row">{t(`approval:rule.${rule.name}`)}</th>
                <td>{rule.needs.map((input) => t(`approve:inputs.${input}`)).join(', ')}</td>
                <td>{rule.knockOut ? <KnockOut /> : `−${rule.points}`}</td>
                <td>
                  <Outcome rule={rule} finding={finding} />
                </td>
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      </div>
    </Facts>
  )
}

const Outcome = ({ rule, finding }: { rule: Rule; finding: Finding }) => {
  const { t } = useTranslation()
  const hit = finding.hits.find((one) => one.rule === rule.name)
  if (hit) {
    return (
      <>
        <Tag intent={hit.knockOut ? 'danger' : 'warning'}>{t('approve:hit')}</Tag>{' '}
        <HitValue rule={rule.name} value={hit.value} />
      </>
    )
  }
  const isBlind = rule.needs.some((input) => finding.missing.includes(input))
  return <Tag intent={isBlind ? 'warning' : 'success'}>{t(isBlind ? 'approve:notJudged' : 'approve:notHit')}</Tag>
}
