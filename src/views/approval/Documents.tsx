import { type Detail, document } from '../../services/approval.ts'
import { Documents as Pictures } from '../detail/record/Documents.tsx'
import { useConsole } from '../shared/console.ts'
import { shownAt } from './subject.ts'

/** An application's photographs, for the claim's holder only. */
export const Documents = ({ detail }: { detail: Detail }) => {
  const { client } = useConsole()
  const { orderNo } = detail.order
  const load = async (id: string, signal: AbortSignal) => {
    const at = shownAt(detail)
    const { mime, image } = await client.call(document, { orderNo, id, ...(at && { at }) }, { signal })
    return `data:${mime};base64,${image}`
  }
  const closed = detail.masked ? 'approval:screen.documentsClosed' : undefined
  return <Pictures orderNo={orderNo} documents={detail.documents} closed={closed} load={load} />
}
