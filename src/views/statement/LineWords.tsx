import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Line, open } from '../../services/statement.ts'
import { Refusal } from '../jobs/Refusal.tsx'
import { useConsole } from '../shared/console.ts'

/** The bank's text of a line: unmasked for users who may work on it, which writes an audit entry; masked for others. */
export const LineWords = ({ line: { id, info } }: { line: Line }) => {
  const { user } = useConsole()
  return user.interfaces.includes(open.interface) && info !== '' ? <Whole id={id} /> : info || '–'
}

const Whole = ({ id }: { id: string }) => {
  const { t } = useTranslation()
  const { client } = useConsole()
  const [info, setInfo] = useState<string>()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    const ended = new AbortController()
    client
      .call(open, { id }, { signal: ended.signal })
      .then((line) => setInfo(line.info))
      .catch((failure: unknown) => ended.signal.aborted || setError(failure))
    return () => {
      ended.abort()
      // A hidden page must not keep the unmasked text.
      setInfo(undefined)
    }
  }, [client, id])
  if (error !== undefined) return <Refusal error={error} words="statementLine" />
  return info ?? t('common:loading')
}
