import type { Intent } from '@blueprintjs/core'
import { to } from '../../machines/paths.ts'
import type { Holding } from '../../services/recovery.ts'
import { Tag } from '../shared/Tag.tsx'

type Row = Pick<Holding, 'id' | 'orderNo' | 'company' | 'stage'>

/** The columns that every list of the rows of collection lays out alike. */
export const laidOut = { orderNo: { width: 170 } }
/** When it happened. */
export const time = { sort: 'day' }

/** The declaration that these lists share: a row leads to its case. */
export const rows = {
  counted: 'recovery:screen.count',
  // No stream: the rows are counted from the log.
  kind: 'recovery',
  where: {},
  sorted: '-day',
  grid: true,
  keyOf: ({ id }: Row) => String(id),
  row: ({ orderNo, stage }: Row) =>
    stage === 'pre' ? to.preDetail({ type: 'pre', orderNo }) : to.collectionDetail({ type: 'post', orderNo }),
}

const intents: Partial<Record<string, Intent>> = {
  kept: 'success',
  paid: 'success',
  partlyKept: 'warning',
  broken: 'danger',
  promised: 'primary',
  unassigned: 'warning',
}
/** A word of a row that tells how it ended. */
export const tag = (value: string, words: string) => <Tag intent={intents[value] ?? 'none'}>{words}</Tag>
