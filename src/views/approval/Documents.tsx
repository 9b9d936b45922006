import { Button } from '@blueprintjs/core'
import { DocumentIcon } from '@blueprintjs/icons'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { document } from '../../services/approval.ts'
import { type Detail } from '../../services/approval.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { useConsole } from '../shared/console.ts'
import { shownAt } from './subject.ts'

const Viewer = lazy(async () => ({ default: (await import('../detail/record/viewer/Viewer.tsx')).Viewer }))

/** An application's photographs, for the claim's holder only. Each loads when it is opened. */
export const Documents = ({ detail }: { detail: Detail }) => {
  const {
    documents,
    masked,
    order: { orderNo },
  } = detail
  const { t } = useTranslation()
  const { client } = useConsole()
  const [opened, setOpened] = useState<string>()
  const pictures = documents.map(({ id, kind }) => ({ id, title: t(`approval:mend.${kind}`) }))
  if (masked || documents.length === 0) {
    return (
      <Facts title="approval:screen.documents">
        {documents.length > 0 && <p>{pictures.map(({ title }) => title).join(' · ')}</p>}
        <p className="detail-quiet">
          {t(documents.length > 0 ? 'approval:screen.documentsClosed' : 'approval:screen.noDocuments')}
        </p>
      </Facts>
    )
  }
  const load = async (id: string, signal: AbortSignal) => {
    const at = shownAt(detail)
    const { mime, image } = await client.call(document, { orderNo, id, ...(at && { at }) }, { signal })
    return `data:${mime};base64,${image}`
  }
  return (
    <Facts title="approval:screen.documents">
      <ul className="documents screen-only">
        {pictures.map(({ id, title }) => (
          <li key={id}>
            <Button icon={<DocumentIcon />} text={title} alignText="start" fill onClick={() => setOpened(id)} />
          </li>
        ))}
      </ul>
      <p className="print-only">{pictures.map(({ title }) => title).join(' · ')}</p>
      <p className="detail-quiet screen-only">{t('detail:viewingNoted')}</p>
      <Suspense>
        {opened !== undefined && (
          <Viewer title={orderNo} pictures={pictures} first={opened} load={load} onClose={() => setOpened(undefined)} />
        )}
      </Suspense>
    </Facts>
  )
}
