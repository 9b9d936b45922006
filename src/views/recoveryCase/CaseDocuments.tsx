import { document, documents } from '../../services/recoveryCase.ts'
import { Documents } from '../detail/record/Documents.tsx'
import { useRecord } from '../detail/record/useRecord.ts'
import { useConsole } from '../shared/console.ts'
import { Failed } from '../shared/Failed.tsx'

/** The photographs of the application, for the holder of the case while they work on it. */
export const CaseDocuments = ({ orderNo }: { orderNo: string }) => {
  const { user } = useConsole()
  return user.interfaces.includes(documents.interface) ? <Part orderNo={orderNo} /> : null
}

const Part = ({ orderNo }: { orderNo: string }) => {
  const { client } = useConsole()
  const { record, error, retry } = useRecord(documents, { orderNo }, { kind: 'recoveryCase', id: orderNo })
  if (!record) return error === undefined ? null : <Failed brief error={error} onRetry={retry} />
  const load = async (id: string, signal: AbortSignal) => {
    const { mime, image } = await client.call(document, { orderNo, id }, { signal })
    return `data:${mime};base64,${image}`
  }
  const closed = record.open ? undefined : 'recoveryCase:screen.documentsClosed'
  return <Documents orderNo={orderNo} documents={record.documents} closed={closed} load={load} />
}
