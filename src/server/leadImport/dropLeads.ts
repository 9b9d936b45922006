import { dropRows } from '../jobs/dropRows.ts'

/** Deletes the rows of a file with their key once nobody needs them any more. */
export const dropLeads = dropRows<'leadImport'>({ lead_import_row: 'import', lead_import_file: 'id' })
