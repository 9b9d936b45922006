import { beginInTurn } from '../jobs/turn.ts'

/** Begins an export; each person's exports are written one after the other. */
export const beginExport = beginInTurn({ table: 'export', person: 'asker' }, 'exportBegun')
