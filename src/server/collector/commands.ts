import { shiftsOf } from '../../machines/collectionGroup.ts'
import { onShift } from '../../machines/shifts.ts'
import * as collector from '../../services/collector.ts'
import { badInput } from '../kit/inputIssues.ts'
import type { Server } from '../server.ts'
import { attendanceOf } from '../staff/attendance.ts'
import { collectorLists } from './lists.ts'

/** The collectors, their own sign-in, and the commands of their lead. */
export const collectorHandlers = (server: Server) => {
  const { store, handle } = server
  const { page, count } = collectorLists(server)
  handle(collector.list, page)
  handle(collector.count, count)

  handle(collector.mine, async (_body, call) => {
    const { value, context } = await store.state(`collector/${call.staff.account}`)
    const group = context.group === null ? undefined : await store.state(`collectionGroup/${context.group}`)
    const since = value === 'atWork' ? context.since : null
    return {
      since,
      until: since === null ? null : context.signInDue,
      onShift: group?.value === 'open' && onShift(shiftsOf(group.context), call.now),
      weight: context.weight,
    }
  })

  const { signIn, signOut, set } = attendanceOf(server, 'collector')
  handle(collector.signIn, (_body, call) => signIn(call))
  handle(collector.signOut, (_body, call) => signOut(call))
  handle(collector.sendHome, (body, call) => set(body, { type: 'sentHome' }, call))
  handle(collector.setWeight, ({ weight, ...body }, call) => set(body, { type: 'weightSet', weight }, call))
  handle(collector.setDailyCap, ({ dailyCap, ...body }, call) => set(body, { type: 'dailyCapSet', dailyCap }, call))
  handle(collector.certify, ({ certificate, until, ...body }, call) =>
    set(body, { type: 'certified', certificate, until }, call),
  )
  handle(collector.join, async ({ group, ...body }, call) => {
    const { value, context } = await store.state(`collectionGroup/${group}`)
    if (value !== 'open') throw badInput([{ field: 'group', reason: 'choice' }], call.language)
    return set(body, { type: 'groupJoined', group, company: context.company }, call)
  })
  handle(collector.leave, (body, call) => set(body, { type: 'groupLeft' }, call))
}
