import {
  type AnyActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventObject,
} from 'xstate'

const nothing = () => {}

// XState's own pure `transition` creates an actor for every event, which takes longer than the transition itself.
const scopes = new WeakMap<AnyStateMachine, AnyActorScope>()

const scopeOf = (machine: AnyStateMachine): AnyActorScope => {
  const known = scopes.get(machine)
  if (known) return known
  const self = createActor(machine)
  const scope: AnyActorScope = {
    self,
    system: self.system,
    id: '',
    sessionId: '',
    logger: nothing,
    defer: nothing,
    emit: nothing,
    stopChild: nothing,
    actionExecutor: nothing,
  }
  scopes.set(machine, scope)
  return scope
}

/** The snapshot after an event, and the actions that the transition would run. Executes none of them. */
export const transition = (machine: AnyStateMachine, snapshot: AnyMachineSnapshot, event: EventObject) => {
  const actions: { type: string }[] = []
  const actionExecutor: AnyActorScope['actionExecutor'] = (action) => void actions.push(action)
  return [machine.transition(snapshot, event, { ...scopeOf(machine), actionExecutor }), actions] as const
}
