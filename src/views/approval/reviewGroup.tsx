import { HTMLTable, Spinner } from '@blueprintjs/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Group, groups, groupSave } from '../../services/reviewers.ts'
import { BarredButton } from '../detail/form/BarredButton.tsx'
import { useRecord } from '../detail/record/useRecord.ts'
import { GroupDialog } from '../reviewers/GroupDialog.tsx'
import { GroupRow } from '../reviewers/GroupRow.tsx'
import { useApps } from '../reviewers/useApps.ts'
import { useConsole } from '../shared/console.ts'
import { Failed } from '../shared/Failed.tsx'
import '../reviewers/reviewers.css'

/** Groups of reviewers, which receive orders from the system. */
const ReviewGroups = () => {
  const { t } = useTranslation()
  const { user } = useConsole()
  const { record, error, retry, reload } = useRecord(groups, {}, { kind: 'reviewGroup', id: undefined })
  const apps = useApps()
  const table = useRef<HTMLDivElement>(null)
  const [edited, setEdited] = useState<{ group: Group | undefined }>()
  const barred = user.interfaces.includes(groupSave.interface) ? undefined : t('errors:notPermitted')

  if (!record)
    return error ? <Failed error={error} onRetry={retry} /> : <Spinner className="reviewers-wait" size={28} />
  return (
    <div className="reviewers">
      <header>
        <h1>{t('routes:reviewGroup')}</h1>
        <BarredButton
          intent="primary"
          text={t('reviewGroup:action.groupCreated')}
          reason={barred}
          onClick={() => setEdited({ group: undefined })}
        />
      </header>
      {record.groups.length === 0 ? (
        <p className="reviewers-empty">{t('reviewers:noGroups')}</p>
      ) : (
        <div className="reviewers-table" ref={table} tabIndex={-1}>
          <HTMLTable compact>
            <thead>
              <tr>
                {['group', 'stages', 'apps', 'members', 'capacity', 'shifts', 'actions'].map((head) => (
                  <th key={head} scope="col" className={head === 'capacity' ? 'reviewers-number' : undefined}>
                    {t(`reviewers:${head}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {record.groups.map((group) => (
                <GroupRow
                  key={group.id}
                  group={group}
                  people={record.people}
                  apps={apps}
                  home={table}
                  barred={barred}
                  onEdit={() => setEdited({ group })}
                  onReload={reload}
                />
              ))}
            </tbody>
          </HTMLTable>
        </div>
      )}
      {edited && (
        <GroupDialog
          group={record.groups.find(({ id }) => id === edited.group?.id)}
          people={record.people}
          apps={apps}
          onClose={() => setEdited(undefined)}
          onChanged={reload}
        />
      )}
    </div>
  )
}

export { ReviewGroups as screen }
