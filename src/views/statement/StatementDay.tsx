import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { dayStart } from '../../machines/calendar.ts'
import type { AccountDay } from '../../services/statement.ts'
import { CommandDialog } from '../detail/command/CommandDialog.tsx'
import { OfferButtons } from '../detail/command/OfferButtons.tsx'
import { dayCell } from '../list/cells.tsx'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { daySubject } from './subjects.ts'

const intents: Record<string, 'primary' | 'success'> = { closing: 'primary', closed: 'success' }

type StatementDayProps = { day: AccountDay; home: RefObject<HTMLElement | null>; onChanged: () => void }

/** One day: its totals, who closed it, and the commands on it. */
export const StatementDay = ({ day, home, onChanged }: StatementDayProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { sen, number } = format
  const subject = daySubject(day)
  return (
    <tr>
      <th scope="row">{dayCell(dayStart(day.day), format)}</th>
      <td>
        <Tag intent={intents[day.state] ?? 'none'}>{t(`statementDay:state.${day.state}`)}</Tag>
      </td>
      <td className="statement-money">{number(day.lines)}</td>
      <td className="statement-money">{number(day.unsettled)}</td>
      <td className="statement-money">{sen(day.start)}</td>
      <td className="statement-money">{sen(day.credits)}</td>
      <td className="statement-money">{sen(day.debits)}</td>
      <td className="statement-money">{sen(day.end)}</td>
      <td>{day.proposerName ?? '–'}</td>
      <td>{day.checkerName ?? '–'}</td>
      <td>
        <span className="statement-deeds">
          <OfferButtons subject={subject} small />
        </span>
        <CommandDialog subject={subject} home={home} onReload={onChanged} />
      </td>
    </tr>
  )
}
