import type { ReactNode } from 'react'
import type { Detail } from '../../services/approval.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { instantCell } from '../list/cells.tsx'
import { FieldValue } from '../risk/FieldValue.tsx'
import { KnockOut } from '../risk/Outcome.tsx'
import { useFormat } from '../shared/format.ts'
import { useVersionName } from '../shared/useVersionName.ts'

type Finding = NonNullable<Detail['finding']>

/** A summary of the machine's finding. */
export const FindingFacts = ({ detail, aside }: { detail: Detail; aside?: ReactNode }) => {
  const format = useFormat()
  const { t } = format
  const versionName = useVersionName()
  const { finding, rules, order } = detail
  if (!finding) {
    return (
      <Facts title="approval:screen.machine" aside={aside}>
        <p className="quiet">
          {t(order.machineAt === null ? 'approval:screen.machineAwaited' : 'approval:screen.machineSilent')}
        </p>
      </Facts>
    )
  }
  return (
    <Facts
      title="approval:screen.machine"
      aside={aside}
      facts={{
        'approval:screen.score': finding.score,
        'approval:screen.rating': t(`approval:rating.${finding.rating}`),
        'approval:screen.ruleSet': versionName(finding.ruleSet),
        'approval:screen.machineAt': instantCell(order.machineAt, format),
      }}
    >
      <h3>{t('approval:screen.hits')}</h3>
      <Hits detail={detail} hits={finding.hits} />
      {finding.missing.length > 0 && (
        <>
          <h3>{t('approval:screen.missing')}</h3>
          <p>
            <Missing missing={finding.missing} rules={rules} />
          </p>
        </>
      )}
    </Facts>
  )
}

/** The rules that an application hit, with the values that they read. */
export const Hits = ({ detail: { rules, masked }, hits }: { detail: Detail; hits: Finding['hits'] }) => {
  const { t, language } = useFormat()
  if (hits.length === 0) return <p className="quiet">{t('approval:screen.noHits')}</p>
  return (
    <ul className="detail-lines">
      {hits.map(({ rule: name, knockOut }) => {
        const rule = rules.find((one) => one.name === name)
        return (
          <li key={name}>
            <span>
              {rule?.words[language] ?? name} {knockOut && <KnockOut />}
            </span>
            <span>{rule && <ValuesRead rule={rule} masked={masked} />}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** The values that hit; several values carry labels. */
const ValuesRead = ({ rule: { reads, values }, masked }: { rule: Detail['rules'][number]; masked: boolean }) => {
  const { t } = useFormat()
  return reads.map((name) => (
    <div key={name}>
      {reads.length > 1 && <small>{t(`risk:field.${name}`)}</small>}
      {masked && !(name in values) ? t('approval:screen.hidden') : <FieldValue name={name} value={values[name]} />}
    </div>
  ))
}

/** An unavailable input, or a rule that failed to evaluate. */
const Missing = ({ missing, rules }: { missing: Finding['missing']; rules: Detail['rules'] }) => {
  const { t, language } = useFormat()
  const wordsOf = (name: string) => rules.find((rule) => rule.name === name)?.words[language]
  return missing.map((name) => wordsOf(name) ?? t(`risk:field.${name}`, { defaultValue: name })).join(', ')
}

export const Bureau = ({ bureau }: { bureau: Detail['bureau'] }) => {
  const { t, money, number } = useFormat()
  if (!bureau?.found) {
    return (
      <Facts title="approval:screen.bureau">
        <p className="quiet">{t(bureau ? 'approval:screen.bureauUnknown' : 'approval:screen.bureauSilent')}</p>
      </Facts>
    )
  }
  const { loanQuality, remainingLoan, maxDaysPastDue, openLoans, inquiries30 } = bureau
  return (
    <Facts
      title="approval:screen.bureau"
      facts={{
        'risk:field.loanQuality': loanQuality && `${loanQuality} – ${t(`approval:screen.qualities.${loanQuality}`)}`,
        'approval:screen.remainingLoan': money(remainingLoan),
        'risk:field.maxDaysPastDue': t('approval:screen.days', { count: maxDaysPastDue }),
        'risk:field.openLoans': number(openLoans),
        'risk:field.inquiries30': number(inquiries30),
      }}
    />
  )
}
