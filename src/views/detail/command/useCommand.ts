import { useCallback, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { CommandNews, FormValues } from '../../../machines/command.ts'
import type { Offer } from '../../../machines/kernel.ts'
import { useConsole } from '../../shared/console.ts'
import { dropDraft } from '../../shared/draft.ts'
import { showError, showSuccess } from '../../shared/toast.ts'
import { commandActor, commandOn, draftOf, lookAt } from './commands.ts'
import { isAnswered, useRefusal } from './refusal.ts'
import type { Subject } from './subject.ts'

/** Whether the offer needs a form or a confirmation. What has a tone moves money, ends something or decides for others. */
export const opensDialog = ({ asks, tone }: Offer): boolean => asks.length > 0 || tone !== undefined

/** The command on a subject: its state, and how to start, submit and cancel it. */
export const useCommand = (subject: Subject) => {
  const { client } = useConsole()
  const { t } = useTranslation()
  const refusal = useRefusal(subject.process.words)
  const { process, stream, name, body, state } = subject

  const look = useCallback((looker: () => void) => lookAt(stream, looker), [stream])
  const snapshot = useSyncExternalStore(look, () => commandOn(stream))

  const tell = (news: CommandNews, watched: boolean) => {
    if (news.type === 'done')
      showSuccess([t(`${process.words}:event.${news.command.event}`), name].filter(Boolean).join(': '))
    else if (!news.form || !watched) refusal.toast(news.error, name, showError)
  }

  const actor = () =>
    commandActor(stream, {
      tell,
      newKey: () => crypto.randomUUID(),
      send: ({ event, version, input }, key) =>
        client.call(process.commands[event]!, { ...body, version, ...input }, { key }),
    })

  const pending = snapshot?.matches('pending') === true
  const unanswered = snapshot?.matches('refused') === true && !isAnswered(snapshot.context.error)
  return {
    snapshot,
    pending,
    /** It was sent, and its outcome is unknown. */
    unanswered,
    /** Pending, or done but not shown yet: until then the buttons belong to the old version. */
    busy: pending || (snapshot !== undefined && snapshot.context.doneOn === state.version),
    asking: snapshot !== undefined && snapshot.context.form && !snapshot.matches('idle'),
    start: (offer: Offer) =>
      actor().send({ type: 'started', event: offer.event, version: state.version, form: opensDialog(offer) }),
    // A retry sends the first try's version, so that the server recognises the command.
    submit: (input: FormValues) =>
      actor().send({
        type: 'submitted',
        version: (unanswered && snapshot?.context.sent?.version) || state.version,
        input,
      }),
    cancel: () => {
      if (snapshot) dropDraft(draftOf(stream, snapshot.context.command.event))
      actor().send({ type: 'cancelled' })
    },
  }
}
