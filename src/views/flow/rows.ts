import { to } from '../../machines/paths.ts'
import { detail } from '../../services/approval.ts'
import type { Endpoint } from '../../services/endpoint.ts'

type Row = { chart: string; record: string; app: string }

/** The declaration that both lists share: a row of an order leads to it, any other one to the flow of its chart. */
export const rows = {
  counted: 'flow:count',
  // No stream: the rows are counted from the log.
  kind: 'flow',
  where: {},
  sorted: '-at',
  grid: true,
  row: ({ chart, record, app }: Row, may: (endpoint: Endpoint) => boolean) => {
    if (app === '') return `${to.flow()}?${new URLSearchParams({ chart })}`
    return may(detail) ? to.approveDetail({ orderNo: record.split('/')[0]! }) : undefined
  },
}
