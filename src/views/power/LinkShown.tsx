import { Button, Dialog, DialogBody, DialogFooter, TextArea } from '@blueprintjs/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useHref } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { useFormat } from '../shared/format.ts'
import { showSuccess } from '../shared/toast.ts'

export type Link = { token: string | null; until: number }

/** A one-time link, to be copied now. What opens it stands behind the #, which no server is sent. */
export const LinkShown = ({ name, link, onClose }: { name: string; link: Link; onClose: () => void }) => {
  const { t } = useTranslation()
  const { instant } = useFormat()
  const path = useHref(to.setPassword())
  const box = useRef<HTMLTextAreaElement>(null)
  const url = `${location.origin}${path}#${link.token}`
  const copy = async () => {
    box.current?.select()
    await navigator.clipboard.writeText(url)
    showSuccess(t('power:copied'))
  }
  return (
    <Dialog
      isOpen
      title={t('power:linkTitle', { name })}
      isCloseButtonShown={false}
      canOutsideClickClose={false}
      canEscapeKeyClose={false}
      transitionDuration={100}
      className="power-dialog"
    >
      <DialogBody>
        {link.token === null ? (
          <p>{t('power:linkLost')}</p>
        ) : (
          <>
            <p>{t('power:linkText', { until: instant(link.until) })}</p>
            <TextArea
              inputRef={box}
              readOnly
              fill
              rows={3}
              aria-label={t('power:linkTitle', { name })}
              value={url}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
          </>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {link.token !== null && <Button intent="primary" text={t('power:copy')} onClick={() => void copy()} />}
            <Button text={t('common:close')} onClick={onClose} />
          </>
        }
      />
    </Dialog>
  )
}
