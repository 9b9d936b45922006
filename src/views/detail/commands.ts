import { type Actor, createActor } from 'xstate'
import { type CommandInput, commandMachine, type CommandNews } from '../../machines/command.ts'

type CommandActor = Actor<typeof commandMachine>
type Heard = (stream: string, news: CommandNews) => void

/** How a command is sent, and what its author is told; `watched` is whether anybody still looks at its form. */
export type CommandParts = CommandInput & { tell: (news: CommandNews, watched: boolean) => void }

// Outside React: whoever leaves a page while their command is on its way must neither lose its answer nor send it again.
const actors = new Map<string, CommandActor>()
const lookers = new Map<string, Set<() => void>>()
const listeners = new Set<Heard>()

/** The command that runs on a stream, if one does. */
export const commandOn = (stream: string) => actors.get(stream)?.getSnapshot()

/** Calls back whenever the command on a stream moves. Answers how to stop looking. */
export const lookAt = (stream: string, looker: () => void) => {
  const here = lookers.get(stream) ?? new Set()
  lookers.set(stream, here.add(looker))
  return () => {
    here.delete(looker)
    if (here.size === 0) lookers.delete(stream)
    dropSoon(stream)
  }
}

/** Calls back with what became of every command of this window. */
export const hearNews = (heard: Heard) => {
  listeners.add(heard)
  return () => {
    listeners.delete(heard)
  }
}

/** The stream's command actor; a new one when none is there. */
export const commandActor = (stream: string, { tell, ...input }: CommandParts): CommandActor => {
  const there = actors.get(stream)
  if (there) return there
  const actor = createActor(commandMachine, { input })
  actors.set(stream, actor)
  actor.on('*', (news) => {
    tell(news, lookers.has(stream))
    for (const heard of listeners) heard(stream, news)
  })
  actor.subscribe(() => {
    for (const looker of lookers.get(stream) ?? []) looker()
    dropSoon(stream)
  })
  return actor.start()
}

// Later, because React may look away and back at once, and an actor's first snapshot comes before its first event.
const dropSoon = (stream: string) => queueMicrotask(() => drop(stream))

const drop = (stream: string) => {
  const actor = actors.get(stream)
  if (!actor) return
  const snapshot = actor.getSnapshot()
  const isOver = snapshot.matches('idle') && !snapshot.context.sent
  const isLeft = !lookers.has(stream) && !snapshot.matches('pending')
  if (!isOver && !isLeft) return
  actors.delete(stream)
  actor.stop()
}
