import { Button, Dialog, DialogBody, DialogFooter, TextArea } from '@blueprintjs/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { showSuccess } from './toast.ts'
import './dialog.css'

type ShownOnceProps = {
  title: string
  /**
   * The use of the secret, or why it is missing: `value` is undefined when an earlier call already returned it.
   */
  text: string
  value: string | undefined
  rows: number
  onClose: () => void
}

/** A secret that the server returns only once, to be copied. */
export const ShownOnce = ({ title, text, value, rows, onClose }: ShownOnceProps) => {
  const { t } = useTranslation()
  const box = useRef<HTMLTextAreaElement>(null)
  const copy = async (secret: string) => {
    box.current?.select()
    await navigator.clipboard.writeText(secret)
    showSuccess(t('access:copied'))
  }
  return (
    <Dialog
      isOpen
      title={title}
      isCloseButtonShown={false}
      canOutsideClickClose={false}
      canEscapeKeyClose={false}
      transitionDuration={100}
      className="narrow-dialog"
    >
      <DialogBody>
        <p>{text}</p>
        {value !== undefined && (
          <TextArea
            inputRef={box}
            readOnly
            fill
            rows={rows}
            aria-label={title}
            value={value}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {value !== undefined && (
              <Button intent="primary" text={t('access:copy')} onClick={() => void copy(value)} />
            )}
            <Button text={t('common:close')} onClick={onClose} />
          </>
        }
      />
    </Dialog>
  )
}
