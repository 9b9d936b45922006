import * as jobs from '../../services/jobs.ts'
import type { Exportable } from '../lists/exportable.ts'
import type { Staff } from '../staff/sessions.ts'

export const mayExport = (staff: Pick<Staff, 'may'>): boolean => staff.may(jobs.requestExport.interface)
const mayUnmask = (staff: Pick<Staff, 'may'>) => mayExport(staff) && staff.may(jobs.requestUnmasked.interface)

/** Whether a member of staff may have a file of this list now. */
export const mayHave = (staff: Staff, list: Exportable, unmasked: boolean): boolean =>
  staff.may(list.interface) && (unmasked ? mayUnmask(staff) : mayExport(staff))

/** Whether a role alone lets its people have a file of this list. */
export const mayOfRole = (
  { name, interfaces }: { name: string; interfaces: readonly string[] },
  list: Exportable,
): boolean => name === 'admin' || [list, jobs.requestExport].every((needed) => interfaces.includes(needed.interface))
