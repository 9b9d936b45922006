import type { SmsLinks } from '../../machines/setting.facts.ts'
import { type SmsLanguage, variablesIn } from '../../machines/smsText.ts'
import type { Vault } from '../customers/vault.ts'
import type { Database } from '../db/database.ts'
import type { Tx } from '../store/command.ts'

/** The addresses that the messages of each app carry, by the app's code. */
export const linksByApp = async (db: Database): Promise<ReadonlyMap<string, SmsLinks>> => {
  const rows = await db.sql.selectFrom('setting').select(['code', 'in_force']).where('kind', '=', 'smsLinks').execute()
  return new Map(
    rows.flatMap(({ code, in_force: inForce }) =>
      (inForce as SmsLinks[]).map((links): [string, SmsLinks] => [code, links]),
    ),
  )
}

/**
 * The link by which a person opts out, in the language of its message. The token stands behind the #, which a browser
 * sends to no server.
 */
export const optOutLinkOf = (vault: Vault, { optOutPage }: SmsLinks, person: string, language: SmsLanguage): string =>
  `${optOutPage}#${language}${vault.optOutTokenOf(person)}`

/** The link as staff see it. */
export const maskedOptOutLink = ({ optOutPage }: SmsLinks, language: SmsLanguage): string =>
  `${optOutPage}#${language}***`

/** Makes the link of a person valid, where a text has it. To be stored before the text is sent. */
export const openLink = async (vault: Vault, tx: Tx, person: string, body: string): Promise<void> => {
  if (variablesIn(body).includes('optOutLink'))
    await vault.addLookup(tx, person, { kind: 'optOut', value: vault.optOutTokenOf(person) })
}

/** The person of a link; undefined for one that no message had, and once the person is erased. */
export const personOfLink = async (vault: Vault, token: string): Promise<string | undefined> =>
  (await vault.owners('optOut', token).executeTakeFirst())?.person
