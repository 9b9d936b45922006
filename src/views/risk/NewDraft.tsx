import { Button, Callout, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { idOf } from '../../machines/kernel.ts'
import { draft } from '../../services/risk.ts'
import { useRefusal } from '../detail/command/refusal.ts'
import { Form } from '../detail/form/Form.tsx'
import { SendButton } from '../detail/form/SendButton.tsx'
import { useRequest } from '../jobs/useRequest.ts'
import { useConsole } from '../shared/console.ts'
import { useDraft } from '../shared/draft.ts'
import { issuesOf } from '../shared/refusal.ts'
import { useVersionName } from '../shared/useVersionName.ts'

type NewDraftProps = { base: string; onMade: (version: string) => void }

/** A button that asks for a title and creates a draft with the content of `base`. */
export const NewDraft = ({ base, onMade }: NewDraftProps) => {
  const { t } = useTranslation()
  const { user } = useConsole()
  const nameOf = useVersionName()
  const { inWords } = useRefusal('ruleSet')
  const [isOpen, setOpen] = useState(false)
  const { value, type, drop } = useDraft('ruleSet/new', () => '')
  const { send, pending, error } = useRequest(draft)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const problem = issuesOf(error).find(({ field }) => field === 'title')?.message

  const barred = user.interfaces.includes(draft.interface) ? undefined : t('errors:notPermitted')
  const close = () => {
    drop()
    setOpen(false)
  }
  const make = async () => {
    if (pending) return
    const made = await send({ title: value, base })
    if (!made) return
    close()
    onMade(idOf(made.stream))
  }
  return (
    <>
      <SendButton text={t('risk:newDraft')} reason={barred} onClick={() => setOpen(true)} />
      <Dialog
        isOpen={isOpen}
        title={t('risk:draftFrom', { name: nameOf(base) })}
        isCloseButtonShown={false}
        canOutsideClickClose={false}
        canEscapeKeyClose={!pending && value === ''}
        transitionDuration={100}
        onClose={close}
        onOpening={() => input.current?.focus()}
        className="command-dialog"
      >
        <Form onSubmit={() => void make()}>
          <DialogBody>
            {error !== undefined && !problem && (
              <Callout compact intent="danger" role="alert" className="command-notice">
                {inWords(error)}
              </Callout>
            )}
            <FormGroup
              label={t('risk:draftTitle')}
              labelFor={id}
              intent={problem ? 'danger' : 'none'}
              helperText={problem}
            >
              <InputGroup
                id={id}
                inputRef={input}
                maxLength={80}
                disabled={pending}
                aria-invalid={Boolean(problem)}
                value={value}
                onValueChange={type}
              />
            </FormGroup>
          </DialogBody>
          <DialogFooter
            actions={
              <>
                <Button text={t('common:cancel')} disabled={pending} onClick={close} />
                <SendButton type="submit" intent="primary" text={t('ruleSet:action.drafted')} loading={pending} />
              </>
            }
          />
        </Form>
      </Dialog>
    </>
  )
}
