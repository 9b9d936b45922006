import { day, type ListColumn, type ListColumns, money, number, rate, text, word } from './columns.ts'
import type { Report, ReportRow, Rolled } from './report.ts'

const keys: Record<Report['rows'], ListColumn<ReportRow>> = {
  day: day('report:day', ({ key }) => key),
  channel: text('approval:screen.channel', ({ key }, inWords) => inWords(`detail:channel.${key}`, key)),
}

/** The columns of a report: what a line is, its figures, and each rate behind the figure that it is of. */
export const columnsOf = ({ name, rows, grained, figures, rates, each }: Report): ListColumns<ReportRow> => ({
  key: keys[rows],
  ...(grained && { until: day('report:until', ({ to }) => to) }),
  ...(rows === 'day' && {
    unfinished: word('report:unfinished', ({ unfinished }) => (unfinished ? 'report:stillRunning' : null)),
  }),
  ...Object.fromEntries(
    Object.entries(figures).flatMap(([figure, its]): [string, ListColumn<ReportRow>][] => [
      [figure, (its.money ? money : number)(`report:${name}.${figure}`, (row) => row.figures[figure]!)],
      ...Object.entries(rates).flatMap(([rated, [part]]): [string, ListColumn<ReportRow>][] =>
        part === figure
          ? [[rated, (each?.includes(rated) ? money : rate)(`report:${name}.${rated}`, (row) => row.rates[rated]!)]]
          : [],
      ),
    ]),
  ),
})

/** The columns of the roll matrix, a row a cell: what of an age at the close of a month has which age at the next one. */
export const rollColumns = {
  from: day('report:rolls.from', ({ from }) => from),
  before: word('report:rolls.before', ({ before }) => `order:age.${before}`),
  to: day('report:rolls.to', ({ to }) => to),
  after: word('report:rolls.after', ({ after }) => `order:age.${after}`),
  loans: number('report:rolls.loans', ({ loans }) => loans),
  principal: money('report:rolls.principal', ({ principal }) => principal),
  share: rate('report:rolls.share', ({ share }) => share),
} satisfies ListColumns<Rolled>
