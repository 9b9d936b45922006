import { Button, Callout, Classes, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { erase, eraseLead, eraseRegistered } from '../../services/erasure.ts'
import { wordsLength } from '../../services/reveal.ts'
import { About } from '../detail/command/About.tsx'
import { useRefusal } from '../detail/command/refusal.ts'
import { Form } from '../detail/form/Form.tsx'
import { LongText } from '../detail/form/LongText.tsx'
import { SendButton } from '../detail/form/SendButton.tsx'
import { useRequest } from '../jobs/useRequest.ts'
import { Field } from '../shared/Field.tsx'
import { issuesOf } from '../shared/refusal.ts'
import { showSuccess } from '../shared/toast.ts'

type EraseDialogProps = {
  /** An order of the customer, a lead who may have none, or whoever only registered, whose phone is asked for. */
  of: { orderNo: string } | { lead: string } | 'registered'
  /** The customer's masked name. */
  customer: string
  onClose: () => void
  onDone: () => void
}

/**
 * Asks for the purpose of an erasure and then once more, of an order for its number and of somebody who only registered
 * for their phone, because an erasure cannot be undone.
 */
export const EraseDialog = ({ of, customer, onClose, onDone }: EraseDialogProps) => {
  const { t } = useTranslation()
  const id = useId()
  const { inWords } = useRefusal('audit')
  const ofOrder = useRequest(erase)
  const ofLead = useRequest(eraseLead)
  const ofRegistered = useRequest(eraseRegistered)
  const isRegistered = of === 'registered'
  const isLead = !isRegistered && 'lead' in of
  const other = isLead ? ofLead : ofOrder
  const { pending, error } = isRegistered ? ofRegistered : other
  const [phone, setPhone] = useState('')
  const [reason, setReason] = useState('')
  const [repeated, setRepeated] = useState('')
  const [isAsked, setAsked] = useState(false)
  const refused = issuesOf(error)
  const problemOf = (field: string) => refused.find((issue) => issue.field === field)?.message

  const onSubmit = async () => {
    if (pending) return
    if (!isAsked) return setAsked(true)
    if (!(await send())) return
    showSuccess(t('audit:erase.done'))
    onDone()
  }
  const send = () => {
    if (of === 'registered') return ofRegistered.send({ phone, repeated, reason })
    return 'lead' in of ? ofLead.send({ id: of.lead, reason }) : ofOrder.send({ ...of, reason, repeated })
  }
  const isUntold = reason.trim().length < wordsLength.least || (isRegistered && phone.trim() === '')
  const missing = isAsked ? !isLead && repeated.trim() === '' : isUntold
  const ofNamed = isRegistered || isLead ? customer : of.orderNo
  return (
    <Dialog
      isOpen
      title={`${t('audit:erase.action')} · ${ofNamed}`}
      isCloseButtonShown={false}
      canOutsideClickClose={false}
      canEscapeKeyClose={!pending}
      transitionDuration={100}
      onClose={onClose}
      className="command-dialog"
    >
      <Form onSubmit={() => void onSubmit()}>
        <DialogBody>
          <Callout intent="danger" compact className="command-notice">
            {t('audit:erase.what')}
          </Callout>
          {!isRegistered && <About facts={{ 'approval:screen.customer': customer }} />}
          {error !== undefined && problemOf('repeated') === undefined && (
            <Callout intent="danger" role="alert" compact className="command-notice">
              {inWords(error)}
            </Callout>
          )}
          {isAsked && !isLead && (
            <Field
              label={t(isRegistered ? 'audit:erase.repeatPhone' : 'audit:erase.repeat')}
              error={problemOf('repeated')}
              value={repeated}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- nothing else is asked then
              autoFocus
              disabled={pending}
              autoComplete="off"
              onValue={setRepeated}
            />
          )}
          {!isAsked && (
            <>
              {isRegistered && (
                <Field
                  label={t('approval:screen.phone')}
                  error={problemOf('phone')}
                  value={phone}
                  // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog has no other purpose
                  autoFocus
                  disabled={pending}
                  autoComplete="off"
                  onValue={setPhone}
                />
              )}
              <label htmlFor={id}>{t('audit:erase.reason')}</label>
              <LongText
                id={id}
                most={wordsLength.most}
                value={reason}
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog has no other purpose
                autoFocus={!isRegistered}
                onText={setReason}
                disabled={pending}
                aria-describedby={`${id}hint`}
              />
              <small id={`${id}hint`}>{t('audit:erase.reasonHint', { least: wordsLength.least })}</small>
            </>
          )}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button
                text={t(isAsked ? 'audit:erase.back' : 'common:cancel')}
                disabled={pending}
                onClick={isAsked ? () => setAsked(false) : onClose}
              />
              <SendButton
                type="submit"
                intent={isAsked ? 'danger' : 'primary'}
                text={t(isAsked ? 'audit:erase.sure' : 'audit:erase.next')}
                loading={pending}
                reason={missing ? t('common:required') : undefined}
                // The confirmation appears under the pointer, so the second click of a double click must not confirm
                // it.
                onClick={(event) => {
                  if (event.detail > 1) event.preventDefault()
                }}
              />
            </>
          }
        >
          <span className={Classes.TEXT_MUTED}>{t('detail:submitKeys')}</span>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
