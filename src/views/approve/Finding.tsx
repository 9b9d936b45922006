import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Facts } from '../detail/Facts.tsx'
import { instantCell } from '../list/cells.tsx'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { RuleSet } from './parts.tsx'
import type { Detail } from './subject.ts'

type Finding = NonNullable<Detail['finding']>

/** What the machine made of it, in short. */
export const FindingFacts = ({ detail: { finding, order }, aside }: { detail: Detail; aside?: ReactNode }) => {
  const format = useFormat()
  const { t } = format
  if (!finding) {
    return (
      <Facts title="approve:machine" aside={aside}>
        <p className="detail-quiet">
          {t(order.machineAt === null ? 'approve:machineAwaited' : 'approve:machineSilent')}
        </p>
      </Facts>
    )
  }
  return (
    <Facts
      title="approve:machine"
      aside={aside}
      facts={{
        'approve:score': finding.score,
        'approve:rating': t(`approval:rating.${finding.rating}`),
        'approve:ruleSet': <RuleSet version={finding.ruleSet} />,
        'approve:machineAt': instantCell(order.machineAt, format),
      }}
    >
      <h3>{t('approve:hits')}</h3>
      <Hits hits={finding.hits} />
      {finding.missing.length > 0 && (
        <>
          <h3>{t('approve:missing')}</h3>
          <p>{finding.missing.map((input) => t(`approve:inputs.${input}`)).join(', ')}</p>
        </>
      )}
    </Facts>
  )
}

const Hits = ({ hits }: { hits: Finding['hits'] }) => {
  const { t } = useTranslation()
  if (hits.length === 0) return <p className="detail-quiet">{t('approve:noHits')}</p>
  return (
    <ul className="detail-lines">
      {hits.map(({ rule, knockOut, value }) => (
        <li key={rule}>
          <span>
            {t(`approval:rule.${rule}`)} {knockOut && <KnockOut />}
          </span>
          <span>
            <HitValue rule={rule} value={value} />
          </span>
        </li>
      ))}
    </ul>
  )
}

export const KnockOut = () => {
  const { t } = useTranslation()
  return <Tag intent="danger">{t('approve:knockOut')}</Tag>
}

const inRupiah = ['incomeTooLow', 'amountAboveIncome']

/** The value that hit a rule, in the unit of what the rule looks at. */
export const HitValue = ({ rule, value }: { rule: string; value: string | number }) => {
  const { money, number } = useFormat()
  if (typeof value === 'string') return value
  return inRupiah.includes(rule) ? money(value) : number(value)
}

export const Bureau = ({ bureau }: { bureau: Detail['bureau'] }) => {
  const { t, money, number } = useFormat()
  if (!bureau?.found) {
    return (
      <Facts title="approve:bureau">
        <p className="detail-quiet">{t(bureau ? 'approve:bureauUnknown' : 'approve:bureauSilent')}</p>
      </Facts>
    )
  }
  const { loanQuality, remainingLoan, maxDaysPastDue, openLoans, inquiries30 } = bureau
  return (
    <Facts
      title="approve:bureau"
      facts={{
        'approve:inputs.loanQuality': loanQuality && `${loanQuality} – ${t(`approve:qualities.${loanQuality}`)}`,
        'approve:remainingLoan': money(remainingLoan),
        'approve:inputs.maxDaysPastDue': t('approve:days', { count: maxDaysPastDue }),
        'approve:inputs.openLoans': number(openLoans),
        'approve:inputs.inquiries30': number(inquiries30),
      }}
    />
  )
}
