import { day, type ListColumn, type ListColumns, number, rate, text, word } from './columns.ts'
import type { Report, ReportRow } from './report.ts'

const keys: Record<Report['rows'], ListColumn<ReportRow>> = {
  day: day('report:day', ({ key }) => key),
  channel: text('approval:screen.channel', ({ key }, inWords) => inWords(`detail:channel.${key}`, key)),
}

/** The columns of a report: what a line is, its figures, and each rate behind the figure that it is of. */
export const columnsOf = ({ name, rows, figures, rates }: Report): ListColumns<ReportRow> => ({
  key: keys[rows],
  ...(rows === 'day' && {
    unfinished: word('report:unfinished', ({ unfinished }) => (unfinished ? 'report:stillRunning' : null)),
  }),
  ...Object.fromEntries(
    Object.keys(figures).flatMap((figure): [string, ListColumn<ReportRow>][] => [
      [figure, number(`report:${name}.${figure}`, (row) => row.figures[figure]!)],
      ...Object.entries(rates).flatMap(([its, [part]]): [string, ListColumn<ReportRow>][] =>
        part === figure ? [[its, rate(`report:${name}.${its}`, (row) => row.rates[its]!)]] : [],
      ),
    ]),
  ),
})
