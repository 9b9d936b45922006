import { dropRows } from '../jobs/dropRows.ts'

/** Deletes a sheet's rows and file chunks once it was cancelled, failed, timed out or expired. */
export const dropSheet = dropRows<'orderSheet'>({
  order_sheet_run: 'id',
  order_sheet_row: 'sheet',
  export_chunk: 'export',
})
