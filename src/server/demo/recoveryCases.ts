import { sql } from 'kysely'
import { businessDay, dayStart } from '../../machines/calendar.ts'
import type { CollectionRules } from '../../machines/collectionStages.ts'
import { inForce } from '../inForce.ts'
import { randomOf } from '../kit/random.ts'
import type { Server } from '../server.ts'
import { caseStory } from './caseStory.ts'
import type { Lender } from './catalogue.ts'
import { collectionFloor } from './collectionFloor.ts'
import { groups, membersOf } from './collectors.ts'
import { contactRecords } from './contactRecords.ts'
import { loanWalks } from './loanWalks.ts'
import { returnedApplications } from './mendMessages.ts'
import { addMessages, dropMessageJobs } from './reminders.ts'
import { createTimeline, storeAll } from './timeline.ts'

const hour = 3_600_000

/**
 * Makes the cases of all loans from their first due days on: given to collectors, worked within the contact rules,
 * promised, held, placed with agencies, settled and reopened, as the loans went. With `messages` also months of reminders
 * beside them, whose attempts count with the others, and messages about the `charted` applications that were sent back.
 * The jobs of loans that are not near their due days wait.
 */
export const makeRecoveryCases = async (
  server: Server,
  lender: Lender,
  { messages, charted }: { messages: boolean; charted: number },
): Promise<void> => {
  const { db, clock } = server
  const { staff } = lender
  const now = clock.now()
  const rules = (await inForce(server, 'collectionRules', now))!
  await putJobsOff(server, rules)
  const loans = await loanWalks(server)
  const { rows: lent } = await sql<{ person: string }>`select distinct person from loan order by person`.execute(db.sql)
  const persons = lent.map(({ person }) => person)
  const returned = messages ? await returnedApplications(server, charted) : []
  const world = {
    contacts: await contactRecords(server, [...new Set([...persons, ...returned.map(({ person }) => person)])]),
    floor: collectionFloor(membersOf(lender, now)),
    rules,
    desk: {
      lead: staff.collectionLead![0]!,
      checker: staff.financeChecker![0]!,
      agencies: [...new Set(Object.values(groups).map(({ company }) => company))].filter((company) => company !== ''),
    },
    // No collector is at work today. An attempt of the last two hours would delay the visitor's first one.
    until: { given: dayStart(businessDay(now)), contacted: now - 2 * hour },
    retains: new Map<string, number>(),
  }
  const timeline = createTimeline(now)
  const random = randomOf('loket recovery cases')
  for (const loan of loans.values()) timeline.add(caseStory(world, loan, random.fork(loan.orderNo)))
  if (messages) await addMessages(server, lender, { timeline, contacts: world.contacts, loans, persons, returned })
  await storeAll(server, await timeline.run())
  if (messages) await dropMessageJobs(server)
  await db.sql
    .deleteFrom('es_effect')
    .where('name', 'in', ['tellAttempt', 'tellOutcome', 'tellCase', 'tellPlacement'])
    .execute()
}

/** Deletes the jobs whose loan has its case by now, and has the others wait. */
const putJobsOff = async ({ db, clock }: Server, { pre }: CollectionRules) => {
  const begins = sql<number>`(extract(epoch from ((l.oldest_due::date - ${pre}::int)::timestamp at time zone 'Asia/Jakarta')) * 1000)::bigint`
  await sql`
    update es_effect set at = ${begins} from loan l
    where name = 'followLoan' and stream = 'loan/' || l.order_no and l.oldest_due is not null
      and l.state <> 'writtenOff'`.execute(db.sql)
  await db.sql.deleteFrom('es_effect').where('name', '=', 'followLoan').where('at', '<=', clock.now()).execute()
}
