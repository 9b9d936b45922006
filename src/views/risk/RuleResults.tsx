import { HTMLTable } from '@blueprintjs/core'
import type { JudgedRule } from '../../services/risk.ts'
import { useFormat } from '../shared/format.ts'
import { FieldValue } from './FieldValue.tsx'
import { KnockOut, Outcome } from './Outcome.tsx'
import './ruleResults.css'

/** Each judged rule: the values that it read, the points that it deducts, and its outcome. */
export const RuleResults = ({ rules, label }: { rules: readonly JudgedRule[]; label: string }) => {
  const { t, language } = useFormat()
  return (
    <HTMLTable compact aria-label={t(label)} className="judged">
      <thead>
        <tr>
          <th scope="col">{t('risk:rule')}</th>
          <th scope="col">{t('risk:read')}</th>
          <th scope="col">{t('risk:points')}</th>
          <th scope="col">{t('risk:outcomes')}</th>
        </tr>
      </thead>
      <tbody>
        {rules.map((rule) => (
          <tr key={rule.name}>
            <th scope="row">{rule.words[language]}</th>
            <td>
              {rule.reads.map((name) => (
                <div key={name}>
                  {t(`risk:field.${name}`)}
                  {name in rule.values && (
                    <>
                      {': '}
                      <b>
                        <FieldValue name={name} value={rule.values[name]} />
                      </b>
                    </>
                  )}
                </div>
              ))}
            </td>
            <td>{rule.kind === 'knockOut' ? <KnockOut /> : `−${rule.points}`}</td>
            <td>
              <Outcome rule={rule} />
            </td>
          </tr>
        ))}
      </tbody>
    </HTMLTable>
  )
}
