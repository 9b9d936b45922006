import { useEffect, useRef, useState } from 'react'
import { blank } from '../../../machines/kernel.ts'
import { CommandDialog } from './CommandDialog.tsx'
import { hearNews } from './commands.ts'
import { OfferButtons } from './OfferButtons.tsx'
import type { Process, Subject } from './subject.ts'

type NewRecordProps = {
  process: Process
  /** The title of the form. */
  name: string
  /** The subject of the form, in the body of the command. */
  body?: Subject['body']
  field?: Subject['field']
  preview?: Subject['preview']
}

/**
 * The button and the form for a record that does not exist yet. Once it exists it has another stream: the next form needs a
 * new one, or it would wait for ever for a version of its own.
 */
export const NewRecord = ({ process, name, body = {}, field, preview }: NewRecordProps) => {
  const home = useRef<HTMLDivElement>(null)
  const [nth, setNth] = useState(1)
  const stream = `${process.words}/new-${nth}`
  const subject = {
    process,
    stream,
    name,
    body,
    state: blank(process.machine),
    ...(field && { field }),
    ...(preview && { preview }),
  }
  useEffect(
    () => hearNews((heard, { type }) => heard === stream && type === 'done' && setNth((before) => before + 1)),
    [stream],
  )
  return (
    <div ref={home} tabIndex={-1}>
      <OfferButtons subject={subject} />
      <CommandDialog subject={subject} home={home} onReload={() => {}} />
    </div>
  )
}
