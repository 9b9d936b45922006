import { demands, type Try } from './invariants.ts'

type Book = { exists: boolean }

const save: Try = { type: 'roleSaved', name: 'nightShift', note: 'Works at night', taken: false }
const menus: Try = { type: 'menusGranted', menus: ['flow'], beyondOwn: [] }
const calls: Try = { type: 'interfacesGranted', interfaces: ['approve.list'], beyondOwn: [] }
const more = 'who grants it does not hold it'

export const roleInvariants = demands<Book, unknown>({
  chart: 'role',
  empty: { exists: false },
  forms: {
    roleSaved: ['power.roleSave'],
    menusGranted: ['power.roleMenuSave'],
    interfacesGranted: ['power.interfaceSave'],
  },
  tries: ({ exists }) => [
    save,
    { ...save, taken: true, wrong: 'another role has this name' },
    { ...menus, ...(!exists && { wrong: 'there is no such role' }) },
    { ...menus, beyondOwn: ['flow'], wrong: more },
    { ...calls, ...(!exists && { wrong: 'there is no such role' }) },
    { ...calls, beyondOwn: ['approve.list'], wrong: more },
  ],
  after: () => ({ exists: true }),
  wrong: () => [],
  standing: ({ exists }, state) => [exists !== (state === 'active') && `a role that exists is ${state}`],
  asksFor: {},
  waits: () => ({}),
  ends: ['active'],
})
