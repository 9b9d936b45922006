import { type Fact, onPayload, type TransitionMeta } from './kernel.ts'

type Worked = Fact & { stages?: readonly unknown[]; capacity?: number }

export const stageNamed = onPayload(({ event }: { event: Worked }) => event.stages!.length > 0)
export const roomForOne = onPayload(({ event }: { event: Worked }) => event.capacity! > 0)

type Interfaces = { create: string; change: string; close: string; reopen: string }

/** The steps of a group of staff, from its making to its end. `guard` is of all that is said of it. */
export const groupSteps = <Guard extends string>(
  { create, change, close, reopen }: Interfaces,
  params: readonly Guard[],
  asks?: readonly string[],
) => {
  const guard = { type: 'all' as const, params }
  const form = (name: string): TransitionMeta => ({ interface: name, ...(asks && { asks }) })
  return {
    new: { groupCreated: { target: 'open', guard, meta: form(create), actions: 'save' } },
    open: {
      groupChanged: { guard, meta: form(change), actions: 'save' },
      groupClosed: { target: 'closed', meta: { interface: close, tone: 'danger' } },
    },
    closed: { groupReopened: { target: 'open', meta: { interface: reopen } } },
  } as const
}
