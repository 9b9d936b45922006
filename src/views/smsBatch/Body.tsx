import { exampleOf } from '../../machines/smsText.ts'
import { detail } from '../../services/smsTemplate.ts'
import type { Typed } from '../detail/form/fields.ts'
import { useRecord } from '../detail/record/useRecord.ts'
import { Size } from '../smsTemplate/Size.tsx'
import '../smsTemplate/smsTemplate.css'

/** Below the form of a batch: an example of what each customer would read, and its size. */
export const Body = ({ text }: { text: Typed | undefined }) =>
  typeof text === 'string' && text !== '' ? <Example key={text} id={text} /> : null

const Example = ({ id }: { id: string }) => {
  const { record } = useRecord(detail, { id }, { kind: 'smsTemplate', id })
  const inForce = record?.versions.find(({ number }) => number === record.template.inForce)
  if (!inForce) return null
  const example = exampleOf(inForce.body, inForce.language)
  return (
    <div className="sms-preview">
      <p className="sms-text">{example}</p>
      <Size text={example} />
    </div>
  )
}
