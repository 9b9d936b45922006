import { Spinner } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { files, upload } from '../../services/statement.ts'
import { useLive } from '../detail/record/useLive.ts'
import { usePolled } from '../jobs/usePolled.ts'
import { useConsole } from '../shared/console.ts'
import { Failed } from '../shared/Failed.tsx'
import { StatementFile } from './StatementFile.tsx'
import { StatementUpload } from './StatementUpload.tsx'
import { useAccounts } from './useChoices.ts'

const moving = ['uploaded', 'reading', 'appending']

/** Uploads bank files, and lists the recent ones. */
export const StatementFiles = () => {
  const { t } = useTranslation()
  const { user } = useConsole()
  const accounts = useAccounts()
  const { record, error, retry, reload } = usePolled(files, {}, (data) =>
    data.files.every(({ state }) => !moving.includes(state)),
  )
  useLive('bankStatement', undefined, reload)
  return (
    <div className="statement-files">
      {user.interfaces.includes(upload.interface) && <StatementUpload accounts={accounts} onUploaded={reload} />}
      {!record && (error === undefined ? <Spinner size={20} /> : <Failed error={error} onRetry={retry} />)}
      {record?.files.length === 0 && <p>{t('statement:noFiles')}</p>}
      <ul className="jobs-list" aria-label={t('statement:files')}>
        {record?.files.map((file) => (
          <StatementFile key={file.id} file={file} onChanged={reload} />
        ))}
      </ul>
    </div>
  )
}
