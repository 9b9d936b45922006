import { Callout, FileInput, HTMLSelect } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mostBytes, mostLines, upload } from '../../services/statement.ts'
import { Form } from '../detail/form/Form.tsx'
import { SendButton } from '../detail/form/SendButton.tsx'
import { Refusal } from '../jobs/Refusal.tsx'
import { useRequest } from '../jobs/useRequest.ts'
import { base64Of } from '../shared/base64.ts'
import { useFormat } from '../shared/format.ts'
import type { Account } from './useChoices.ts'

/** Asks for a bank file and its account. */
export const StatementUpload = ({ accounts, onUploaded }: { accounts: readonly Account[]; onUploaded: () => void }) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const explainId = useId()
  const [account, setAccount] = useState('')
  const [file, setFile] = useState<File>()
  // A file input can be cleared only by mounting a new one, with a new key.
  const [turn, setTurn] = useState(0)
  const { send, pending, error } = useRequest(upload)
  const isTooLarge = file !== undefined && file.size > mostBytes
  const chosen = account || accounts[0]?.code

  const onSubmit = async () => {
    if (!file || !chosen || pending) return
    const content = await base64Of(file)
    if (!(await send({ account: chosen, name: file.name.slice(0, 200), content }))) return
    setFile(undefined)
    setTurn(turn + 1)
    onUploaded()
  }
  const barred = isTooLarge ? t('statement:tooLarge') : undefined
  return (
    <Form onSubmit={() => void onSubmit()}>
      <p id={explainId}>{t('statement:explain', { most: number(mostLines) })}</p>
      <div className="statement-upload">
        <HTMLSelect
          aria-label={t('statement:account')}
          value={chosen ?? ''}
          options={accounts.map(({ code, bank, name }) => ({ value: code, label: `${bank} ${name}` }))}
          onChange={({ target }) => setAccount(target.value)}
        />
        <FileInput
          key={turn}
          fill
          text={file?.name ?? t('statement:choose')}
          buttonText={t('statement:browse')}
          hasSelection={file !== undefined}
          inputProps={{
            accept: '.csv,.xlsx,.txt,.sta,.940,.mt940',
            'aria-label': t('statement:file'),
            'aria-describedby': explainId,
            disabled: pending,
          }}
          onInputChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
        />
        <SendButton
          type="submit"
          intent="primary"
          text={t('bankStatement:action.statementUploaded')}
          loading={pending}
          reason={file ? barred : t('statement:choose')}
        />
      </div>
      {isTooLarge && (
        <Callout compact intent="danger" role="alert">
          {t('statement:tooLarge')}
        </Callout>
      )}
      <Refusal error={error} words="bankStatement" />
    </Form>
  )
}
