import * as setting from '../../services/setting.ts'
import type { BankLayoutInput } from '../../services/statement.layout.ts'
import * as statement from '../../services/statement.ts'
import type { Language } from '../../services/user.ts'
import { readFile } from '../files/read.ts'
import { Unreadable } from '../files/zip.ts'
import { badInput } from '../kit/inputIssues.ts'
import { notFound } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { commandsOf } from '../staff/commands.ts'
import { staffNames } from '../staff/names.ts'
import { openContent } from './file.ts'
import { layoutOf } from './layout.ts'
import { flawsIn, readFor } from './readStatement.ts'
import { inWords } from './words.ts'

const rowsShown = 25
const linesShown = 50
const flawsShown = 50

/** Files of an unknown layout: their first rows, how a layout reads them, and the proposal of a layout. */
export const bankLayouts = (server: Server) => {
  const { db, handle } = server

  /** Reads a file that waits for its layout, for its uploader alone; throws not found. */
  const waiting = async (id: string, by: string) => {
    const row = await db.sql
      .selectFrom('bank_statement')
      .innerJoin('bank_statement_file', 'bank_statement_file.id', 'bank_statement.id')
      .select(['account', 'key', 'content'])
      .where('bank_statement.id', '=', id)
      .where('state', '=', 'unknown')
      .where('uploader', '=', by)
      .executeTakeFirst()
    if (!row?.content) throw notFound()
    return { account: row.account, content: openContent(row.key, id, row.content) }
  }

  const settingOf = (account: string) =>
    db.sql.selectFrom('setting').select(['version', 'proposed']).where('id', '=', layoutOf(account)).executeTakeFirst()

  handle(statement.table, async ({ id }, call) => {
    const { account, content } = await waiting(id, call.by)
    const rows = await readFile('firstRows', content, { most: rowsShown })
    const proposer = (await settingOf(account))?.proposed?.proposer
    const names = await staffNames(db, proposer ? [proposer] : [])
    return { rows, proposer: proposer ? (names.get(proposer) ?? proposer) : null }
  })

  const tried = async (id: string, layout: BankLayoutInput, call: { by: string; language: Language }) => {
    const { account, content } = await waiting(id, call.by)
    try {
      const read = await readFor(server, { account, content, layout })
      return { account, read, flaws: await flawsIn(server, account, read), words: null }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      return { account, read: undefined, flaws: [], words: inWords(error.reason, call.language, error.where) }
    }
  }

  handle(statement.tryLayout, async ({ id, layout }, call) => {
    const { read, flaws, words } = await tried(id, layout, call)
    const lines = read?.lines ?? []
    return {
      lines: lines.length,
      rows: lines.slice(0, linesShown).map(({ txid, day, direction, amount, before, after, info }, place) => ({
        place,
        txid,
        day,
        direction,
        amount,
        before,
        after,
        info,
      })),
      flaws: flaws.slice(0, flawsShown).map((flaw) => ({ ...flaw, words: inWords(flaw.reason, call.language) })),
      words,
    }
  })

  const { create } = commandsOf(server, 'setting', (id: string) => id)
  create(statement.proposeLayout, 'settingProposed', async ({ id, layout }, call) => {
    const { account, flaws, words } = await tried(id, layout, call)
    // A layout that misreads its own file would misread the next ones.
    if (words !== null || flaws.length > 0)
      throw badInput([{ field: 'layout', reason: 'layoutMisreads' }], call.language)
    return {
      id: layoutOf(account),
      version: (await settingOf(account))?.version ?? 0,
      facts: { kind: 'bankLayout', code: account, values: layout },
      via: setting.propose.interface,
    }
  })
}
