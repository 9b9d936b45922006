import { Dialog } from '@blueprintjs/core'
import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Offer } from '../../../machines/kernel.ts'
import { afterPaint } from '../../shared/afterPaint.ts'
import { isDrafted } from '../../shared/draft.ts'
import { useOnline } from '../../shared/online.ts'
import { CommandForm } from './CommandForm.tsx'
import { draftOf } from './commands.ts'
import { useOffers } from './OfferButtons.tsx'
import type { Subject } from './subject.ts'
import { useCommand } from './useCommand.ts'
import './command.css'

type CommandDialogProps = {
  subject: Subject
  /** Receives the focus when the button that opened the form no longer exists. */
  home: RefObject<HTMLElement | null>
  onReload: () => void
  /** Called when the dialog has gone. */
  onClosed?: () => void
}

/** The form or confirmation of the subject's started command, if there is one. */
export const CommandDialog = ({ subject, home, onReload, onClosed }: CommandDialogProps) => {
  const { t } = useTranslation()
  const offered = useOffers(subject)
  const { snapshot, asking, pending, unanswered, submit, cancel } = useCommand(subject)
  const event = asking ? snapshot?.context.command.event : undefined
  const now = offered.find((offer) => offer.event === event)

  // The form outlives its offer and its closing, because a dialog that fades out must not be empty.
  const [opened, setOpened] = useState<Offer>()
  if (event && now && event !== opened?.event) setOpened(now)

  const online = useOnline()
  const { words } = subject.process
  const ruled = now ? now.reason && t(`${words}:guard.${now.reason}`) : t(`${words}:guard.notOffered`)
  // Escape must not discard typed input, because the same key also closes other things.
  const escape = () => event && !isDrafted(draftOf(subject.stream, event)) && cancel()
  return (
    <Dialog
      isOpen={event !== undefined}
      title={opened ? titleOf(t(`${words}:action.${opened.event}`), subject.name) : ''}
      isCloseButtonShown={false}
      canOutsideClickClose={false}
      canEscapeKeyClose={!pending}
      transitionDuration={100}
      onClose={escape}
      // The focused element disappears with the dialog.
      onClosed={() => {
        afterPaint(() => document.activeElement === document.body && home.current?.focus())
        onClosed?.()
      }}
      className="command-dialog"
    >
      {opened && (
        <CommandForm
          key={opened.event}
          subject={subject}
          offer={opened}
          // A change during sending may be the command's own effect.
          barred={pending || unanswered || !event ? undefined : ruled}
          online={online}
          pending={pending}
          unanswered={unanswered}
          closing={!event}
          error={snapshot?.matches('refused') ? snapshot.context.error : undefined}
          onSubmit={submit}
          onCancel={cancel}
          onReload={onReload}
        />
      )}
    </Dialog>
  )
}

// A record that does not exist yet has no name.
const titleOf = (action: string, name: string) => (name ? `${action} · ${name}` : action)
