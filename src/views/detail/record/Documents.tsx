import { Button } from '@blueprintjs/core'
import { DocumentIcon } from '@blueprintjs/icons'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Facts } from './Facts.tsx'
import type { Load } from './viewer/usePicture.ts'

const Viewer = lazy(async () => ({ default: (await import('./viewer/Viewer.tsx')).Viewer }))

type DocumentsProps = {
  orderNo: string
  documents: readonly { id: string; kind: string }[]
  /** The locale key of why the viewer may not open them; undefined when they may. */
  closed: string | undefined
  load: Load
}

/** An application's photographs. Each loads when it is opened. */
export const Documents = ({ orderNo, documents, closed, load }: DocumentsProps) => {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<string>()
  const pictures = documents.map(({ id, kind }) => ({ id, title: t(`approval:mend.${kind}`) }))
  if (closed !== undefined || documents.length === 0) {
    return (
      <Facts title="approval:screen.documents">
        {documents.length > 0 && <p>{pictures.map(({ title }) => title).join(' · ')}</p>}
        <p className="quiet">{t((documents.length > 0 && closed) || 'approval:screen.noDocuments')}</p>
      </Facts>
    )
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
      <p className="quiet screen-only">{t('detail:viewingNoted')}</p>
      <Suspense>
        {opened !== undefined && (
          <Viewer title={orderNo} pictures={pictures} first={opened} load={load} onClose={() => setOpened(undefined)} />
        )}
      </Suspense>
    </Facts>
  )
}
