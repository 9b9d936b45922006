import {
  Button,
  Callout,
  Classes,
  Dialog,
  DialogBody,
  DialogFooter,
  FormGroup,
  InputGroup,
  Switch,
} from '@blueprintjs/core'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Group, type GroupInput, groupSave, mostOf, type Person } from '../../services/reviewers.ts'
import { staleOf, useRefusal } from '../detail/command/refusal.ts'
import type { Option } from '../detail/form/field.ts'
import { Form } from '../detail/form/Form.tsx'
import { SendButton } from '../detail/form/SendButton.tsx'
import { useRequest } from '../jobs/useRequest.ts'
import { isDrafted, useDraft } from '../shared/draft.ts'
import { issuesOf } from '../shared/refusal.ts'
import { showSuccess } from '../shared/toast.ts'
import { ShiftFields } from './ShiftFields.tsx'
import { Ticks } from './Ticks.tsx'

type GroupDialogProps = {
  /** The present group; undefined for a new one. */
  group: Group | undefined
  people: readonly Person[]
  apps: readonly Option[]
  onClose: () => void
  onChanged: () => void
}

type Typed = Omit<GroupInput, 'id' | 'version' | 'capacity'> & { capacity: string }

const initialOf = (group: Group | undefined): Typed =>
  group
    ? {
        name: group.name,
        apps: group.apps,
        appGrouping: group.appGrouping,
        stages: group.stages,
        capacity: String(group.capacity),
        shifts: group.shifts,
        members: group.members,
      }
    : { name: '', apps: [], appGrouping: false, stages: ['first'], capacity: '5', shifts: [], members: [] }

/** The form of a group. Typed values stay until they are saved or dropped; all other values follow the server. */
export const GroupDialog = ({ group, people, apps, onClose, onChanged }: GroupDialogProps) => {
  const { t } = useTranslation()
  const { inWords } = useRefusal('reviewGroup')
  const name = `reviewGroup/${group?.id ?? 'new'}`
  const draft = useDraft<Partial<Typed>>(name, () => ({}))
  const value = { ...initialOf(group), ...draft.value }
  const [seen, setSeen] = useState(group?.version)
  const { send, pending, error } = useRequest(groupSave)
  const nameInput = useRef<HTMLInputElement>(null)
  const change = (more: Partial<Typed>) => draft.type({ ...draft.value, ...more })

  const errors = issuesOf(error)
  const errorIn = (field: string) => errors.find((issue) => issue.field.split('.')[0] === field)?.message
  const onSubmit = async () => {
    if (pending) return
    const capacity = value.capacity.trim() === '' ? undefined : Number(value.capacity)
    const saved = await send({
      ...value,
      ...(group && { id: group.id, version: seen }),
      // Without a capacity the server refuses the call and names the field.
      capacity: capacity as number,
    })
    if (!saved) return
    showSuccess(`${t(`reviewGroup:event.${group ? 'groupChanged' : 'groupCreated'}`)}: ${value.name}`)
    draft.drop()
    onChanged()
    onClose()
  }
  const cancel = () => {
    draft.drop()
    onClose()
  }
  const stale = staleOf(error)
  const isShown = errors.length > 0 || (stale !== undefined && stale.version === seen)
  const catchUp = ({ version }: { version: number }) => {
    setSeen(version)
    onChanged()
  }
  const title = t(`reviewGroup:action.${group ? 'groupChanged' : 'groupCreated'}`)
  return (
    <Dialog
      isOpen
      title={group ? `${title} · ${group.name}` : title}
      isCloseButtonShown={false}
      canOutsideClickClose={false}
      canEscapeKeyClose={!pending}
      transitionDuration={100}
      onOpening={() => nameInput.current?.focus()}
      onClose={() => !isDrafted(name) && cancel()}
      className="reviewers-dialog"
    >
      <Form onSubmit={() => void onSubmit()}>
        <DialogBody>
          {error !== undefined && !isShown && (
            <Callout compact intent={stale ? 'warning' : 'danger'} role="alert" className="command-notice">
              <p>{inWords(error)}</p>
              {stale && <Button size="small" text={t('detail:reload')} onClick={() => catchUp(stale)} />}
            </Callout>
          )}
          <Line
            label={t('reviewers:name')}
            error={errorIn('name')}
            input={nameInput}
            value={value.name}
            maxLength={60}
            disabled={pending}
            onValue={(typed) => change({ name: typed })}
          />
          <Ticks
            label={t('reviewers:stages')}
            error={errorIn('stages')}
            options={(['first', 'final'] as const).map((stage) => ({
              value: stage,
              name: t(`reviewers:stage.${stage}`),
            }))}
            ticked={value.stages}
            disabled={pending}
            onTicked={(stages) => change({ stages: stages as GroupInput['stages'] })}
          />
          <Ticks
            label={t('reviewers:apps')}
            {...(!value.appGrouping && { hint: t('reviewers:noneIsAll') })}
            error={errorIn('apps')}
            options={apps}
            ticked={value.apps}
            disabled={pending}
            onTicked={(chosen) => change({ apps: chosen })}
          />
          <FormGroup helperText={t('reviewers:appGroupingHint')}>
            <Switch
              label={t('reviewers:appGrouping')}
              checked={value.appGrouping === true}
              disabled={pending}
              onChange={({ currentTarget: { checked } }) => change({ appGrouping: checked })}
            />
          </FormGroup>
          <Line
            label={t('reviewers:capacity')}
            hint={t('reviewers:capacityHint')}
            error={errorIn('capacity')}
            value={value.capacity}
            inputMode="numeric"
            maxLength={String(mostOf.capacity).length}
            disabled={pending}
            onValue={(typed) => change({ capacity: typed.replaceAll(/\D/g, '') })}
          />
          <ShiftFields
            shifts={value.shifts}
            error={errorIn('shifts')}
            disabled={pending}
            onShifts={(shifts) => change({ shifts })}
          />
          <Ticks
            label={t('reviewers:members')}
            error={errorIn('members')}
            options={people
              .filter(({ id, stages }) => stages.length > 0 || value.members.includes(id))
              .map(({ id, name: person, stages }) => ({
                value: id,
                name: `${person} (${stages.map((stage) => t(`reviewers:stage.${stage}`)).join(', ') || t('reviewers:noStages')})`,
              }))}
            ticked={value.members}
            disabled={pending}
            onTicked={(members) => change({ members })}
          />
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('common:cancel')} disabled={pending} onClick={cancel} />
              <SendButton type="submit" intent="primary" text={t('common:save')} loading={pending} />
            </>
          }
        >
          <span className={Classes.TEXT_MUTED}>{t('detail:submitKeys')}</span>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}

type LineProps = {
  label: string
  hint?: string
  error: string | undefined
  value: string
  input?: React.RefObject<HTMLInputElement | null>
  maxLength: number
  inputMode?: 'numeric'
  disabled: boolean
  onValue: (typed: string) => void
}

const Line = ({ label, hint, error, input, onValue, ...rest }: LineProps) => {
  const id = useId()
  const helpId = `${id}help`
  const help = error ?? hint
  return (
    <FormGroup
      label={label}
      labelFor={id}
      intent={error ? 'danger' : 'none'}
      helperText={help && <span id={helpId}>{help}</span>}
    >
      <InputGroup
        {...rest}
        id={id}
        {...(input && { inputRef: input })}
        aria-invalid={Boolean(error)}
        aria-describedby={help ? helpId : undefined}
        onValueChange={onValue}
      />
    </FormGroup>
  )
}
