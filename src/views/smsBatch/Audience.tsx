import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { draft } from '../../services/smsBatch.ts'
import { CommandDialog } from '../detail/command/CommandDialog.tsx'
import { hearNews } from '../detail/command/commands.ts'
import { OfferButtons } from '../detail/command/OfferButtons.tsx'
import { useConsole } from '../shared/console.ts'
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
      <OfferButtons subject={subject} small />
      <CommandDialog subject={subject} home={home} onReload={() => {}} />
    </div>
  )
}
