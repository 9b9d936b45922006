import { dropRows } from '../jobs/dropRows.ts'

/** Forgets the people of a batch that has ended. */
export const dropAudience = dropRows<'smsBatch'>({ sms_batch_run: 'batch', sms_batch_person: 'batch' })
