import type { RuleVersion } from '../../services/risk.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { useFormat } from '../shared/format.ts'

/** The tests of a version since its last edit. */
export const Tests = ({ tests }: { tests: RuleVersion['tests'] }) => {
  const { t, instant } = useFormat()
  return (
    <Facts title="risk:tests">
      {tests.length === 0 && <p className="detail-quiet">{t('risk:noTests')}</p>}
      <ul className="detail-lines">
        {tests.map((test) => (
          <li key={`${test.subject} ${test.at}`}>
            <span>
              {t(`risk:test.${test.kind}`, { subject: test.subject, judged: test.judged })}
              <small>{t('risk:byAt', { name: test.by.name, at: instant(test.at) })}</small>
            </span>
            <span>{t('risk:test.changed', { count: test.changed })}</span>
          </li>
        ))}
      </ul>
    </Facts>
  )
}
