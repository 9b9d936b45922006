import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConsole } from '../shared/console.ts'
import { Refusal } from './Refusal.tsx'
import { saveFile } from './saveFile.ts'

type Saved = Parameters<typeof saveFile>
type DownloadProps = { chunk: Saved[1]; file: Saved[2] }

/** Downloads a finished file, and shows the error when that fails. */
export const Download = ({ chunk, file }: DownloadProps) => {
  const { t } = useTranslation()
  const { client } = useConsole()
  const [isLoading, setLoading] = useState(false)
  const [error, setError] = useState<unknown>()
  const fetch = () => {
    setLoading(true)
    setError(undefined)
    saveFile(client, chunk, file)
      .catch(setError)
      .finally(() => setLoading(false))
  }
  return (
    <>
      <Button
        size="small"
        intent="success"
        text={t('export:download')}
        aria-label={`${t('export:download')}: ${file.name}`}
        loading={isLoading}
        onClick={fetch}
      />
      <Refusal error={error} words="export" />
    </>
  )
}
