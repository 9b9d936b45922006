import { useTranslation } from 'react-i18next'
import { to } from '../../machines/paths.ts'
import { decidedLines } from '../../services/statement.columns.ts'
import { count, type Line, list } from '../../services/statement.ts'
import type { Subject } from '../detail/command/subject.ts'
import { listScreen } from '../list/listScreen.tsx'
import { shownColumns } from './columns.tsx'
import { lineFilters } from './filters.ts'
import { LineWords } from './LineWords.tsx'
import { SameMoney } from './SameMoney.tsx'
import { lineSubject } from './subjects.ts'

/** A credit line opens its loan; any other line opens itself. */
const pathOf = ({ orderNo, direction, txid }: Line) =>
  orderNo && direction === 'credit'
    ? to.loanOfOrder({ orderNo })
    : `${to.bankStatement()}?${new URLSearchParams({ txid })}`

/** A line as the subject of commands; the form also shows the bank's text. */
const withWords = (line: Line): Subject => ({ ...lineSubject(line), preview: () => <BankInfo line={line} /> })

const BankInfo = ({ line }: { line: Line }) => {
  const { t } = useTranslation()
  return (
    <div>
      {t('statement:info')}: <LineWords line={line} />
      {line.direction === 'credit' && ['unmatched', 'proposed'].includes(line.state) && <SameMoney line={line} />}
    </div>
  )
}

export const StatementLines = listScreen({
  name: 'bankStatement',
  empty: 'statement:empty',
  counted: 'statement:lines',
  list,
  count,
  kind: 'statementLine',
  besides: 'statementDay',
  where: {},
  sorted: '-bookedAt',
  columns: shownColumns,
  filters: lineFilters,
  keyOf: ({ id }: Line) => id,
  row: pathOf,
  subjectOf: withWords,
  found: ({ txid }: Line) => ({ txid }),
  actions: [
    'matchProposed',
    'matchConfirmed',
    'matchRefused',
    'exceptionMade',
    'exceptionLifted',
    'unmatchProposed',
    'unmatchConfirmed',
    'unmatchRefused',
  ],
  bulk: {
    events: [
      'matchConfirmed',
      'matchRefused',
      'exceptionMade',
      'unmatchProposed',
      'unmatchConfirmed',
      'unmatchRefused',
    ],
    decided: decidedLines,
  },
})
