import { Callout } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { type BankFile, uploadOther } from '../../services/statement.ts'
import { SendButton } from '../detail/form/SendButton.tsx'
import { Refusal } from '../jobs/Refusal.tsx'
import { useRequest } from '../jobs/useRequest.ts'
import { useConsole } from '../shared/console.ts'

/** The accounts of a file that it was not read for. Its uploader reads it for each of them as a file of its own. */
export const OtherAccounts = ({ file, onChanged }: { file: BankFile; onChanged: () => void }) => {
  const { t } = useTranslation()
  const { user } = useConsole()
  const { send, pending, error } = useRequest(uploadOther)
  const { id, others, state, uploader } = file
  const read = async (account: string) => {
    if (await send({ id, account })) onChanged()
  }
  return (
    <Callout compact intent="warning" className="statement-others">
      <p>{t('statement:others', { count: others.length, numbers: others.map(({ number }) => number).join(', ') })}</p>
      {state === 'staged' &&
        uploader === user.id &&
        others.map(
          ({ account }) =>
            account && (
              <SendButton
                key={account}
                size="small"
                text={t('statement:readOther', { account })}
                loading={pending}
                onClick={() => void read(account)}
              />
            ),
        )}
      <Refusal error={error} words="bankStatement" />
    </Callout>
  )
}
