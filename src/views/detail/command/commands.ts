import { type Actor, createActor } from 'xstate'
import { type CommandInput, commandMachine, type CommandNews } from '../../../machines/command.ts'
import { dropDraft, isDrafted } from '../../shared/draft.ts'

/** The draft's key for the input of an event on a stream. */
export const draftOf = (stream: string, event: string) => `${stream} ${event}`

type CommandActor = Actor<typeof commandMachine>
type Tell = (news: CommandNews, watched: boolean) => void
type Heard = (stream: string, news: CommandNews) => void

/** How a command is sent and its author informed; `watched` tells whether a view still shows the command. */
export type CommandParts = CommandInput & { tell: Tell }

// Outside React: a command in progress must survive leaving the page, without losing its answer or being sent again.
const commands = new Map<string, { actor: CommandActor; tell: Tell }>()
const lookers = new Map<string, Set<() => void>>()
const listeners = new Set<Heard>()

/** The state of the command on a stream, if there is one. */
export const commandOn = (stream: string) => commands.get(stream)?.actor.getSnapshot()

/** Calls back on each state change of a stream's command. Returns the unsubscribe function. */
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

/** The stream's command actor, created on demand. The latest caller is informed of the outcome. */
export const commandActor = (stream: string, { tell, ...input }: CommandParts): CommandActor => {
  const there = commands.get(stream)
  if (there) {
    there.tell = tell
    return there.actor
  }
  const actor = createActor(commandMachine, { input })
  commands.set(stream, { actor, tell })
  actor.on('*', (news) => {
    if (news.type === 'done') dropDraft(draftOf(stream, news.command.event))
    commands.get(stream)?.tell(news, lookers.has(stream))
    for (const heard of listeners) heard(stream, news)
  })
  actor.subscribe(() => {
    for (const looker of lookers.get(stream) ?? []) looker()
    dropSoon(stream)
  })
  return actor.start()
}

// Deferred, because React may unsubscribe and resubscribe at once, and an actor's first snapshot precedes its first
// event.
const dropSoon = (stream: string) => queueMicrotask(() => drop(stream))

const drop = (stream: string) => {
  const command = commands.get(stream)
  if (!command || lookers.has(stream) || command.actor.getSnapshot().matches('pending') || isDrafted(`${stream} `))
    return
  commands.delete(stream)
  command.actor.stop()
}
