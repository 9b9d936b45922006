import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group, Person } from '../../services/reviewers.ts'
import { CommandDialog } from '../detail/command/CommandDialog.tsx'
import { OfferButtons } from '../detail/command/OfferButtons.tsx'
import { BarredButton } from '../detail/form/BarredButton.tsx'
import type { Option } from '../detail/form/field.ts'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { groupSubject } from './subjects.ts'
import { useShiftWords } from './useShiftWords.ts'

type GroupRowProps = {
  group: Group
  people: readonly Person[]
  apps: readonly Option[]
  home: RefObject<HTMLElement | null>
  /** Why it cannot be changed. */
  barred: string | undefined
  onEdit: () => void
  onReload: () => void
}

export const GroupRow = ({ group, people, apps, home, barred, onEdit, onReload }: GroupRowProps) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const inWords = useShiftWords()
  const subject = groupSubject(group)
  const closed = group.state === 'closed' ? t('reviewGroup:guard.notOffered') : undefined
  return (
    <tr>
      <th scope="row">
        {group.name} <Standing group={group} />
      </th>
      <td>{group.stages.map((stage) => t(`reviewers:stage.${stage}`)).join(', ')}</td>
      <td>
        {group.apps.length === 0
          ? t('reviewers:allApps')
          : group.apps.map((code) => apps.find(({ value }) => value === code)?.name ?? code).join(', ')}{' '}
        {group.appGrouping && <Tag intent="warning">{t('reviewers:limited')}</Tag>}
      </td>
      <td>
        {group.members.length === 0
          ? t('reviewers:nobody')
          : group.members.map((id) => people.find((person) => person.id === id)?.name ?? id).join(', ')}
      </td>
      <td className="reviewers-number">{number(group.capacity)}</td>
      <td className="reviewers-shifts">
        {group.shifts.length === 0
          ? t('reviewers:always')
          : group.shifts.map(inWords).map((words) => <div key={words}>{words}</div>)}
      </td>
      <td className="reviewers-actions">
        <BarredButton
          size="small"
          text={t('reviewGroup:action.groupChanged')}
          aria-label={`${t('reviewGroup:action.groupChanged')}: ${group.name}`}
          reason={barred ?? closed}
          onClick={onEdit}
        />
        <OfferButtons subject={subject} only={['groupClosed', 'groupReopened']} small />
        <CommandDialog subject={subject} home={home} onReload={onReload} />
      </td>
    </tr>
  )
}

const Standing = ({ group: { state, onShift } }: { group: Group }) => {
  const { t } = useTranslation()
  if (state === 'closed') return <Tag>{t('reviewGroup:state.closed')}</Tag>
  return onShift ? <Tag intent="success">{t('reviewers:onDuty')}</Tag> : <Tag>{t('reviewers:offDuty')}</Tag>
}
