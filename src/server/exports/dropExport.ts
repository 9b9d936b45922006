import { dropRows } from '../jobs/dropRows.ts'

/** Deletes an export's run and file chunks after it was given up or its file expired. */
export const dropExport = dropRows<'export'>({ export_run: 'id', export_chunk: 'export' })
