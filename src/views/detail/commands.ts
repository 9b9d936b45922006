import { type Actor, createActor } from 'xstate'
import { type CommandInput, commandMachine, type CommandNews } from '../../machines/command.ts'
import { dropDraft, isDrafted } from '../shared/draft.ts'

/** What was typed for an event on a stream, as a draft. */
export const draftOf = (stream: string, event: string) => `${stream} ${event}`

type CommandActor = Actor<typeof commandMachine>
type Tell = (news: CommandNews, watched: boolean) => void
type Heard = (stream: string, news: CommandNews) => void

/** How a command is sent, and how its author is told what became of it; `watched` is whether anybody still looks. */
export type CommandParts = CommandInput & { tell: Tell }

// Outside React: whoever leaves a page while their command is on its way must neither lose its answer nor send it again.
const commands = new Map<string, { actor: CommandActor; tell: Tell }>()
const lookers = new Map<string, Set<() => void>>()
const listeners = new Set<Heard>()

/** Where the command on a stream stands, if there is one. */
export const commandOn = (stream: string) => commands.get(stream)?.actor.getSnapshot()

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

/** The stream's command actor; a new one when none is there. Whoever asked last is told. */
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

// Later, because React may look away and back at once, and an actor's first snapshot comes before its first event.
const dropSoon = (stream: string) => queueMicrotask(() => drop(stream))

const drop = (stream: string) => {
  const command = commands.get(stream)
  if (!command || lookers.has(stream) || command.actor.getSnapshot().matches('pending') || isDrafted(`${stream} `))
    return
  commands.delete(stream)
  command.actor.stop()
}
