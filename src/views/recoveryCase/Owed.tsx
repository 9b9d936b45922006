import type { RecoveryCase } from '../../services/recoveryCase.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { dayIn } from '../shared/day.ts'
import { useFormat } from '../shared/format.ts'
import type { CaseRecord } from './subject.ts'

type OwedProps = { row: RecoveryCase } & Pick<CaseRecord, 'owedThen' | 'partsThen'>

/** The debt today by part and on the promised day, how late it is, and who works on it. */
export const Owed = ({ row, owedThen, partsThen }: OwedProps) => {
  const format = useFormat()
  const { t, money, number, instant } = format
  const day = (text: string | null) => text && dayIn(text, format)
  return (
    <>
      <Facts
        title="recoveryCase:screen.money"
        facts={{
          'recoveryCase:screen.owed': <strong>{money(row.owed)}</strong>,
          'recoveryCase:screen.owedThen': owedThen === null ? null : `${money(owedThen)} · ${day(row.promiseDay)}`,
          ...(partsThen && {
            'recoveryCase:screen.partsThen': (['principal', 'interest', 'fee'] as const)
              .map((part) => `${t(`loan:detail.${part}`)} ${money(partsThen[part])}`)
              .join(' · '),
          }),
          'loan:list.principal': money(row.principal),
          'loan:list.interest': money(row.interest),
          'loan:list.ofFee': money(row.fee),
          'loan:list.due': day(row.due),
          'loan:list.daysOverdue': number(row.daysOverdue),
          'loan:list.paid': money(row.paid),
          'loan:list.remaining': money(row.remaining),
        }}
      />
      <Facts
        title="recoveryCase:screen.work"
        facts={{
          'recoveryCase:screen.holder': row.holderName,
          'recoveryCase:screen.former': row.formerName,
          'recoveryCase:screen.attempts': number(row.attempts),
          'recoveryCase:screen.contactedAt': row.contactedAt && instant(row.contactedAt),
          'recoveryCase:screen.outcome': row.outcome && t(`contact:outcome.${row.outcome}`),
          'recoveryCase:screen.callBack': day(row.callBack),
          'recoveryCase:screen.holdUntil':
            row.holdReason && `${day(row.holdUntil)} · ${t(`recoveryCase:reason.${row.holdReason}`)}`,
          'recoveryCase:screen.settledAt': row.settledAt && instant(row.settledAt),
        }}
      />
    </>
  )
}
