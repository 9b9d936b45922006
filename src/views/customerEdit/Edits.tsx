import { MenuItem } from '@blueprintjs/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOver } from '../../machines/approval.ts'
import { editKinds, type EditField, type EditKind } from '../../machines/customerEdit.fields.ts'
import { customerEditMachine } from '../../machines/customerEdit.ts'
import { blank } from '../../machines/kernel.ts'
import type { Detail } from '../../services/approval.ts'
import type { DataOf } from '../../services/endpoint.ts'
import { editCommands, edits as endpoints, editsOf } from '../../services/order.ts'
import { fields, type RevealedField } from '../../services/reveal.ts'
import { CommandDialog } from '../detail/command/CommandDialog.tsx'
import { OfferButtons } from '../detail/command/OfferButtons.tsx'
import type { Subject } from '../detail/command/subject.ts'
import { BarredButton } from '../detail/form/BarredButton.tsx'
import { Facts } from '../detail/record/Facts.tsx'
import { Reveal } from '../detail/record/Reveal.tsx'
import { useLive } from '../detail/record/useLive.ts'
import { useRecord } from '../detail/record/useRecord.ts'
import { instantCell } from '../list/cells.tsx'
import { useConsole } from '../shared/console.ts'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import { Menu } from '../shared/Menu.tsx'
import { useOnline } from '../shared/online.ts'
import { Popover } from '../shared/Popover.tsx'
import { Tag } from '../shared/Tag.tsx'
import { EditDialog } from './EditDialog.tsx'
import { fieldLabels } from './editFields.ts'
import './edits.css'

type Edit = DataOf<typeof editsOf>['edits'][number]

const process = { machine: customerEditMachine, words: 'customerEdit', commands: editCommands }
const intents: Record<string, 'success' | 'warning' | 'danger'> = {
  pending: 'warning',
  applied: 'success',
  refused: 'danger',
}

/** The changes of a customer's data, with author and time, and the commands for new ones. */
export const Edits = ({ detail, onChanged }: { detail: Detail; onChanged: () => void }) => {
  const { t } = useTranslation()
  const { orderNo } = detail.order
  const { record, error, retry, reload } = useRecord(editsOf, { orderNo }, { kind: 'approval', id: orderNo })
  // A pending change is no event of the order, so the order's feed does not report it.
  useLive('customerEdit', undefined, reload)
  const changed = () => {
    reload()
    onChanged()
  }
  const edits = record?.edits
  const isWaiting = edits?.some(({ state }) => state === 'pending' || state === 'confirmed') ?? false
  return (
    <Facts title="order:edit.title" aside={<EditMenu detail={detail} isWaiting={isWaiting} onDone={changed} />}>
      {!edits && error === undefined && <p className="quiet">{t('common:loading')}</p>}
      {error !== undefined && <Failed brief={record !== undefined} error={error} onRetry={retry} />}
      {edits?.length === 0 && <p className="quiet">{t('order:edit.none')}</p>}
      {edits?.map((edit) => (
        <OneEdit key={edit.id} orderNo={orderNo} customer={detail.order.customer} edit={edit} onChanged={changed} />
      ))}
    </Facts>
  )
}

type EditMenuProps = { detail: Detail; isWaiting: boolean; onDone: () => void }

/** A menu of the kinds of change that the user may propose. */
const EditMenu = ({ detail: shown, isWaiting, onDone }: EditMenuProps) => {
  const { t } = useTranslation()
  const online = useOnline()
  const { user } = useConsole()
  const [editing, setEditing] = useState<EditKind>()
  const granted = editKinds.filter((kind) => user.interfaces.includes(endpoints[kind].interface))
  if (granted.length === 0) return null
  const { state } = shown.order
  const reason = !online
    ? t('shell:offline.barred')
    : isOver(state) && state !== 'passed'
      ? t('customerEdit:guard.orderOpen')
      : isWaiting
        ? t('customerEdit:guard.noneWaiting')
        : undefined
  const done = () => {
    setEditing(undefined)
    onDone()
  }
  const button = <BarredButton size="small" text={t('order:edit.menu')} reason={reason} aria-haspopup="menu" />
  return (
    <>
      {reason === undefined ? (
        <Popover
          content={
            <Menu>
              {granted.map((kind) => (
                <MenuItem key={kind} text={t(`customerEdit:action.${kind}Proposed`)} onClick={() => setEditing(kind)} />
              ))}
            </Menu>
          }
        >
          {button}
        </Popover>
      ) : (
        button
      )}
      {editing && <EditDialog detail={shown} kind={editing} onClose={() => setEditing(undefined)} onDone={done} />}
    </>
  )
}

/** A change as the subject of the commands that decide it. Its proposer may not confirm it. */
export const editSubject = (
  { id, version, state, proposer, kind, changes }: Edit,
  { orderNo, customer, name }: { orderNo: string; customer: string; name: string },
): Subject => ({
  process,
  stream: `customerEdit/${id}`,
  name,
  body: { id },
  state: {
    version,
    value: state,
    context: { ...(blank(customerEditMachine).context as object), proposer, kind },
    armed: {},
  },
  about: (_event, { t }) => ({
    'approval:screen.orderNo': orderNo,
    'approval:screen.customer': customer || t('audit:erased'),
    ...Object.fromEntries(
      changes.map(({ field, before, after }) => [
        fieldLabels[field as EditField],
        `${before || '–'} → ${after || '–'}`,
      ]),
    ),
  }),
})

type EditProps = { orderNo: string; edit: Edit }

type OneEditProps = EditProps & { customer: string; onChanged: () => void }

const OneEdit = ({ orderNo, customer, edit, onChanged }: OneEditProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const home = useRef<HTMLHeadingElement>(null)
  const name = t(`customerEdit:action.${edit.kind}Proposed`)
  const subject = editSubject(edit, { orderNo, customer, name })
  return (
    <article className="edit">
      <h3 ref={home} tabIndex={-1}>
        {name} <Tag intent={intents[edit.state] ?? 'none'}>{t(`customerEdit:state.${edit.state}`)}</Tag>
      </h3>
      <dl className="edit-changes">
        {edit.changes.map(({ field, before, after }) => (
          <div key={field}>
            <dt>{t(fieldLabels[field as EditField])}</dt>
            <dd>
              <Value {...{ orderNo, edit, field }} side="before" value={before} /> →{' '}
              <Value {...{ orderNo, edit, field }} side="after" value={after} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="quiet">
        {t('order:edit.proposedBy', { name: edit.proposerName })} · {instantCell(edit.proposedAt, format)}
        {edit.checkerName && <> · {t('order:edit.checkedBy', { name: edit.checkerName })}</>}
        {edit.checkerName && edit.endedAt !== null && <> · {instantCell(edit.endedAt, format)}</>}
      </p>
      {edit.reason && <p>{t(`customerEdit:reason.${edit.reason}`)}</p>}
      {edit.note && <blockquote>{edit.note}</blockquote>}
      <div className="edit-deeds">
        <OfferButtons subject={subject} small />
      </div>
      <CommandDialog subject={subject} home={home} onReload={onChanged} />
    </article>
  )
}

const isMasked = (field: string): field is RevealedField => fields.some((one) => one === field)

type ValueProps = EditProps & { field: string; side: 'before' | 'after'; value: string }

/** One value of a change. A masked value can be revealed for a reason. */
const Value = ({ orderNo, edit: { masked, records }, field, side, value }: ValueProps) => {
  const { t } = useTranslation()
  if (value === '' || !masked || !isMasked(field)) return value || '–'
  return <Reveal of={{ orderNo, record: records[side], field }} masked={value} which={t(`reveal:${side}`)} />
}
