import { Checkbox } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exportChunk, type Exported } from '../../services/jobs.ts'
import { BarredButton } from '../detail/form/BarredButton.tsx'
import { Refusal } from '../jobs/Refusal.tsx'
import { saveZip } from '../jobs/saveFile.ts'
import { useConsole } from '../shared/console.ts'

/** Downloads several finished exports as one ZIP archive. */
export const ExportZip = ({ exports }: { exports: readonly Exported[] }) => {
  const { t } = useTranslation()
  const { client } = useConsole()
  const headId = useId()
  const [picked, setPicked] = useState<readonly string[]>([])
  const [isLoading, setLoading] = useState(false)
  const [error, setError] = useState<unknown>()
  const ready = exports.filter(({ state }) => state === 'ready')
  const chosen = ready.filter(({ id }) => picked.includes(id))
  if (ready.length < 2) return null
  const save = () => {
    setLoading(true)
    setError(undefined)
    saveZip(client, exportChunk, chosen, t('routes:excelExport'))
      .catch(setError)
      .finally(() => setLoading(false))
  }
  return (
    <section aria-labelledby={headId}>
      <h2 id={headId}>{t('export:screen.zip')}</h2>
      {ready.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name!}
          checked={picked.includes(id)}
          onChange={() => setPicked(picked.includes(id) ? picked.filter((one) => one !== id) : [...picked, id])}
        />
      ))}
      <BarredButton
        size="small"
        intent="primary"
        text={t('export:screen.download')}
        loading={isLoading}
        reason={chosen.length < 2 ? t('export:screen.pick') : undefined}
        onClick={save}
      />
      <Refusal error={error} words="export" />
    </section>
  )
}
