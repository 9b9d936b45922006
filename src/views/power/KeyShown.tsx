import { Button, Dialog, DialogBody, DialogFooter, TextArea } from '@blueprintjs/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../shared/toast.ts'

export type Key = { name: string; secret: string | null }

/** A key that was just made, to be copied now. */
export const KeyShown = ({ apiKey: { name, secret }, onClose }: { apiKey: Key; onClose: () => void }) => {
  const { t } = useTranslation()
  const box = useRef<HTMLTextAreaElement>(null)
  const title = t('power:setting.key.title', { name })
  const copy = async () => {
    box.current?.select()
    await navigator.clipboard.writeText(secret!)
    showSuccess(t('power:copied'))
  }
  return (
    <Dialog
      isOpen
      title={title}
      isCloseButtonShown={false}
      canOutsideClickClose={false}
      canEscapeKeyClose={false}
      transitionDuration={100}
      className="power-dialog"
    >
      <DialogBody>
        {secret === null ? (
          <p>{t('power:setting.key.lost')}</p>
        ) : (
          <>
            <p>{t('power:setting.key.text')}</p>
            <TextArea
              inputRef={box}
              readOnly
              fill
              rows={2}
              aria-label={title}
              value={secret}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
          </>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {secret !== null && <Button intent="primary" text={t('power:copy')} onClick={() => void copy()} />}
            <Button text={t('common:close')} onClick={onClose} />
          </>
        }
      />
    </Dialog>
  )
}
