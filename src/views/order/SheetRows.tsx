import { Button, HTMLTable, Spinner } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '../../services/endpoint.ts'
import { sheetRows } from '../../services/order.ts'
import { Refusal } from '../jobs/Refusal.tsx'
import { useConsole } from '../shared/console.ts'

type Page = DataOf<typeof sheetRows>

/** The rows of an upload that matched no order, by row number of the file. */
export const SheetRows = ({ id, name }: { id: string; name: string }) => {
  const { t } = useTranslation()
  const { client } = useConsole()
  const [pages, setPages] = useState<readonly Page[]>([])
  const [error, setError] = useState<unknown>()
  const [after, setAfter] = useState(0)
  useEffect(() => {
    const ended = new AbortController()
    client
      .call(sheetRows, { id, after }, { signal: ended.signal })
      .then((page) => setPages((before) => [...before, page]))
      .catch((failure: unknown) => ended.signal.aborted || setError(failure))
    return () => ended.abort()
  }, [client, id, after])
  const next = pages.at(-1)?.next
  if (pages.length === 0)
    return error === undefined ? <Spinner size={20} /> : <Refusal error={error} words="orderSheet" />
  return (
    <>
      <HTMLTable compact striped className="sheet-rows" aria-label={`${t('order:sheet.bad')}: ${name}`}>
        <thead>
          <tr>
            <th scope="col">{t('order:sheet.row')}</th>
            <th scope="col">{t('approval:screen.orderNo')}</th>
            <th scope="col">{t('order:sheet.result')}</th>
          </tr>
        </thead>
        <tbody>
          {pages.flatMap(({ rows }) =>
            rows.map(({ n, text, result }) => (
              <tr key={n}>
                <td>{n}</td>
                <td>{text || <em>{t('order:sheet.blank')}</em>}</td>
                <td>{t(`order:sheet.results.${result}`)}</td>
              </tr>
            )),
          )}
        </tbody>
      </HTMLTable>
      {typeof next === 'number' && <Button size="small" text={t('order:sheet.more')} onClick={() => setAfter(next)} />}
      <Refusal error={error} words="orderSheet" />
    </>
  )
}
