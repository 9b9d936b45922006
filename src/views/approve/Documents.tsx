import { Button, Classes, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Facts } from '../detail/Facts.tsx'
import type { Detail } from './subject.ts'
import { useDocument } from './useDocument.ts'

/** The photographs that came with an application; open only to whoever holds it. */
export const Documents = ({ detail: { documents, masked, order } }: { detail: Detail }) => {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<Opened>()
  if (masked || documents.length === 0) {
    return (
      <Facts title="approve:documents">
        {documents.length > 0 && <p>{documents.map(({ kind }) => t(`approval:mend.${kind}`)).join(' · ')}</p>}
        <p className="detail-quiet">{t(documents.length > 0 ? 'approve:documentsClosed' : 'approve:noDocuments')}</p>
      </Facts>
    )
  }
  return (
    <Facts title="approve:documents">
      <ul className="documents">
        {documents.map(({ id, kind }) => (
          <li key={id}>
            <Thumbnail orderNo={order.orderNo} id={id} title={t(`approval:mend.${kind}`)} onOpen={setOpened} />
          </li>
        ))}
      </ul>
      <Dialog
        isOpen={opened !== undefined}
        title={opened?.title ?? ''}
        isCloseButtonShown={false}
        className="document-dialog"
        transitionDuration={100}
        onClose={() => setOpened(undefined)}
      >
        <DialogBody>{opened && <img src={opened.url} alt={opened.title} />}</DialogBody>
        <DialogFooter actions={<Button text={t('common:close')} onClick={() => setOpened(undefined)} />} />
      </Dialog>
    </Facts>
  )
}

type Opened = { url: string; title: string }
type ThumbnailProps = { orderNo: string; id: string; title: string; onOpen: (opened: Opened) => void }

const Thumbnail = ({ orderNo, id, title, onOpen }: ThumbnailProps) => {
  const { t } = useTranslation()
  const { url, failed, retry } = useDocument(orderNo, id)
  return (
    <figure>
      {url ? (
        <button type="button" onClick={() => onOpen({ url, title })}>
          <img src={url} alt={t('approve:enlarge', { title })} />
        </button>
      ) : (
        <div className={failed ? undefined : Classes.SKELETON}>
          {failed && <Button size="small" text={t('common:retry')} onClick={retry} />}
        </div>
      )}
      <figcaption>{title}</figcaption>
    </figure>
  )
}
