import { Callout, Classes, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { editFields, type EditField, type EditKind } from '../../machines/customerEdit.fields.ts'
import { provinces } from '../../machines/identity.ts'
import { rupiahIn } from '../../machines/money.ts'
import type { Detail } from '../../services/approval.ts'
import { edits } from '../../services/order.ts'
import { About } from '../detail/command/About.tsx'
import { Back } from '../detail/command/Back.tsx'
import { useRefusal } from '../detail/command/refusal.ts'
import { Form } from '../detail/form/Form.tsx'
import { SendButton } from '../detail/form/SendButton.tsx'
import { useRequest } from '../jobs/useRequest.ts'
import { useDraft } from '../shared/draft.ts'
import { useFormat } from '../shared/format.ts'
import { issuesOf } from '../shared/refusal.ts'
import { showSuccess } from '../shared/toast.ts'
import { fieldLabels, flawsOf, inputOf, type Typed } from './editFields.ts'
import { EditInput } from './EditInput.tsx'

type EditDialogProps = { detail: Detail; kind: EditKind; onClose: () => void; onDone: () => void }

/** Asks for new values of a customer's data, then for confirmation, and only then proposes the change. */
export const EditDialog = ({ detail, kind, onClose, onDone }: EditDialogProps) => {
  const { t } = useTranslation()
  const { inWords } = useRefusal('customerEdit')
  const presentOf = usePresent(detail)
  const { orderNo } = detail.order
  const draft = useDraft<Typed>(`edit/${orderNo}/${kind}`, () => ({}))
  const { send, pending, error } = useRequest(edits[kind])
  const [tried, setTried] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const fields: readonly EditField[] = editFields[kind]
  const changes = inputOf(draft.value)
  const isEmpty = Object.keys(changes).length === 0
  const flaws = tried ? flawsOf(kind, draft.value) : {}
  const refused = issuesOf(error)
  const problemOf = (field: EditField) =>
    flaws[field] ? t(`errors:field.${flaws[field]}`) : refused.find((issue) => issue.field === field)?.message

  const close = () => {
    draft.drop()
    onClose()
  }
  const leave = isAsked ? () => setAsked(false) : close
  const propose = async () => {
    const done = await send({ orderNo, ...changes })
    if (!done) return setAsked(false)
    showSuccess(`${t(detail.order.state === 'passed' ? 'order:edit.held' : 'order:edit.done')}: ${orderNo}`)
    draft.drop()
    onDone()
  }
  const onSubmit = () => {
    if (pending) return
    if (isAsked) return void propose()
    setTried(true)
    if (!isEmpty && Object.keys(flawsOf(kind, draft.value)).length === 0) setAsked(true)
  }

  const form = useRef<HTMLFormElement>(null)
  useEffect(
    () => form.current?.querySelector<HTMLElement>('[aria-invalid=true], input, select, [data-enter-submits]')?.focus(),
    [error, tried, isAsked],
  )
  return (
    <Dialog
      isOpen
      title={`${t(`customerEdit:action.${kind}Proposed`)} · ${orderNo}`}
      isCloseButtonShown={false}
      canOutsideClickClose={false}
      canEscapeKeyClose={(isEmpty || isAsked) && !pending}
      transitionDuration={100}
      onClose={leave}
      className="command-dialog"
    >
      <Form ref={form} onSubmit={onSubmit}>
        <DialogBody>
          {isAsked ? (
            <Question detail={detail} fields={fields} changes={changes} />
          ) : (
            <>
              {error !== undefined && refused.length === 0 && (
                <Callout intent="danger" role="alert" compact className="command-notice">
                  {inWords(error)}
                </Callout>
              )}
              <p className="command-notice">{t('order:edit.only')}</p>
              {tried && isEmpty && (
                <Callout intent="danger" role="alert" compact className="command-notice">
                  {t('customerEdit:guard.somethingChanged')}
                </Callout>
              )}
              {fields.map((field) => (
                <EditInput
                  key={field}
                  field={field}
                  present={presentOf(field)}
                  value={draft.value[field] ?? ''}
                  error={problemOf(field)}
                  disabled={pending}
                  onValue={(text) => draft.type({ ...draft.value, [field]: text })}
                />
              ))}
            </>
          )}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Back
                key={String(isAsked)}
                isFirst={isAsked}
                text={t(isAsked ? 'order:edit.back' : 'common:cancel')}
                disabled={pending}
                onClick={leave}
              />
              <SendButton
                type="submit"
                intent={isAsked ? 'danger' : 'primary'}
                text={t(isAsked ? 'order:edit.sure' : 'order:edit.next')}
                loading={pending}
                // The question appears under the pointer: the second click of a double click must not confirm it.
                onClick={(event) => {
                  if (event.detail > 1) event.preventDefault()
                }}
              />
            </>
          }
        >
          <span className={Classes.TEXT_MUTED}>{t(isAsked ? 'detail:confirmKeys' : 'detail:submitKeys')}</span>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}

const usePresent = ({ person }: Detail) => {
  const { t } = useTranslation()
  return (field: EditField): string => {
    const value = person[field]
    if (value === null || value === '') return t('order:edit.masked')
    return field === 'gender' ? t(`approval:screen.genders.${value}`) : String(value)
  }
}

/** Formats a value; a code gets its display name. */
const useWords = () => {
  const { t } = useTranslation()
  const { money } = useFormat()
  return (field: EditField, text: string): string => {
    if (field === 'gender') return t(`approval:screen.genders.${text}`)
    if (field === 'province') return provinces[text] ?? text
    return field === 'monthlyIncome' ? money(rupiahIn(text) ?? 0) : text
  }
}

type QuestionProps = { detail: Detail; fields: readonly EditField[]; changes: Readonly<Record<string, unknown>> }

/** Asks for confirmation, and lists the changes. */
const Question = ({ detail, fields, changes }: QuestionProps) => {
  const { t } = useTranslation()
  const presentOf = usePresent(detail)
  const inWords = useWords()
  return (
    <>
      <p>
        <strong>{t('order:edit.question')}</strong>
      </p>
      <About
        facts={{
          'approval:screen.orderNo': detail.order.orderNo,
          'approval:screen.customer': detail.order.customer || t('audit:erased'),
        }}
      />
      <dl className="edit-changes">
        {fields
          .filter((field) => changes[field] !== undefined)
          .map((field) => (
            <div key={field}>
              <dt>{t(fieldLabels[field])}</dt>
              <dd>
                {presentOf(field)} → {inWords(field, String(changes[field]))}
              </dd>
            </div>
          ))}
      </dl>
      <p>{t('order:edit.rechecks')}</p>
      {detail.order.state === 'passed' && <p>{t('order:edit.approved')}</p>}
    </>
  )
}
