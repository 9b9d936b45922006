import { beginInTurn } from '../jobs/turn.ts'

/** Begins a sheet; each person's sheets are worked on one after the other. */
export const beginSheet = beginInTurn({ table: 'order_sheet', person: 'asker' }, 'sheetBegun')
