import { Button, Callout, Classes, Dialog, DialogBody, DialogFooter, type Intent } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { issuesOf } from '../../shared/refusal.ts'
import { Form } from '../form/Form.tsx'
import { SendButton } from '../form/SendButton.tsx'
import { useRefusal } from './refusal.ts'
import '../../shared/dialog.css'

type FormDialogProps = {
  title: string
  /** The chart whose locale keys word a refusal. */
  chart: 'account' | 'role' | 'setting' | 'apiKey'
  pending: boolean
  /** The error of the last try. Issues of single fields are shown beside the fields. */
  error: unknown
  action: { text: string; intent: Intent; reason?: string | undefined }
  autoComplete?: 'off'
  onSubmit: () => Promise<void>
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog. It allows one submit at a time, and none while offline. */
export const FormDialog = ({
  title,
  chart,
  pending,
  error,
  action,
  autoComplete,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) => {
  const { t } = useTranslation()
  const { inWords } = useRefusal(chart)
  const submit = () => {
    if (!pending) void onSubmit()
  }
  return (
    <Dialog
      isOpen
      title={title}
      isCloseButtonShown={false}
      canOutsideClickClose={false}
      canEscapeKeyClose={!pending}
      transitionDuration={100}
      onClose={onClose}
      className="narrow-dialog"
    >
      <Form onSubmit={submit} autoComplete={autoComplete}>
        <DialogBody>
          {error !== undefined && issuesOf(error).length === 0 && (
            <Callout compact intent="danger" role="alert">
              {inWords(error)}
            </Callout>
          )}
          {children}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('common:cancel')} disabled={pending} onClick={onClose} />
              <SendButton type="submit" {...action} loading={pending} />
            </>
          }
        >
          <span className={Classes.TEXT_MUTED}>{t('detail:submitKeys')}</span>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
