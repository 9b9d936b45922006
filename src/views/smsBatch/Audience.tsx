import { EnvelopeIcon } from '@blueprintjs/icons'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { draft } from '../../services/smsBatch.ts'
import { CommandDialog } from '../detail/command/CommandDialog.tsx'
import { hearNews } from '../detail/command/commands.ts'
import { useOffers } from '../detail/command/OfferButtons.tsx'
import type { Subject } from '../detail/command/subject.ts'
import { useCommand } from '../detail/command/useCommand.ts'
import { BarredButton } from '../detail/form/BarredButton.tsx'
import { useConsole } from '../shared/console.ts'
import { useOnline } from '../shared/online.ts'
import { acting } from '../shared/pointerGuard.ts'
import { newBatch } from './subject.ts'

/** In the tools of a list: the form for a batch to the people whom its filter finds. It leads to the batches. */
export const Audience = ({ list, filter }: { list: string; filter: Readonly<Record<string, unknown>> }) => {
  const { user } = useConsole()
  const navigate = useNavigate()
  const home = useRef<HTMLDivElement>(null)
  const [nth, setNth] = useState(1)
  const subject = newBatch(list, filter, nth)
  const { stream } = subject
  useEffect(
    () =>
      hearNews((heard, { type }) => {
        if (heard !== stream || type !== 'done') return
        setNth((before) => before + 1)
        void navigate(to.smsBatches())
      }),
    [stream, navigate],
  )
  if (!user.interfaces.includes(draft.interface)) return null
  return (
    <div ref={home} tabIndex={-1}>
      <DraftButton subject={subject} />
      <CommandDialog subject={subject} home={home} onReload={() => {}} />
    </div>
  )
}

/** Looks like the other tools of a list. */
const DraftButton = ({ subject }: { subject: Subject }) => {
  const { t } = useTranslation()
  const [offer] = useOffers(subject)
  const { busy, start } = useCommand(subject)
  const online = useOnline()
  return (
    <BarredButton
      {...acting}
      size="small"
      variant="minimal"
      icon={<EnvelopeIcon />}
      text={t('smsBatch:action.batchDrafted')}
      reason={online ? undefined : t('shell:offline.barred')}
      loading={busy}
      onClick={() => offer && start(offer)}
    />
  )
}
