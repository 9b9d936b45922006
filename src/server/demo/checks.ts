import { blank, deadlines, evolve, type State } from '../../machines/kernel.ts'
import type { Quality, QualityEvent } from '../../machines/quality.facts.ts'
import { qualityMachine } from '../../machines/quality.ts'
import { isPassed, type Scorecard } from '../../machines/scorecard.ts'
import * as quality from '../../services/quality.ts'
import { rulesAt } from '../inForce.ts'
import { type Random, randomOf } from '../kit/random.ts'
import { Refused } from '../kit/refused.ts'
import { drawnAs } from '../quality/sampleVisit.ts'
import { type Ended, lastVisit } from '../quality/visit.ts'
import type { Server } from '../server.ts'
import type { Command } from '../store/command.ts'
import type { Lender } from './catalogue.ts'

const minute = 60_000
const hour = 60 * minute
const mostInABatch = 400

const evidence = ['Menit kedua rekaman', 'Di awal percakapan', 'Sebelum menutup telepon']
const complaints = ['Merasa dipaksa mengajukan', 'Ditelepon padahal sedang bekerja', 'Bunga yang disebut berbeda']

/** Makes the quality checks of the visits that ended: the sampled ones and those complained of, with appeals and second checks. */
export const makeChecks = async (server: Server, { staff }: Pick<Lender, 'staff'>): Promise<void> => {
  const { db, store, clock } = server
  const now = clock.now()
  const card = await rulesAt(server, 'scorecard', now)
  const told: Command[] = []
  const leads = await db.sql.selectFrom('lead').select('id').where('ended_at', 'is not', null).orderBy('id').execute()
  for (const { id } of leads) {
    const ended = await lastVisit(server, id)
    const random = randomOf(`loket check ${id}`)
    if (!ended) continue
    const as = drawnAs(server, ended.id, card) ?? (random.chance(0.08) ? ('complained' as const) : undefined)
    if (as) told.push(...story({ ended, as, card, now, staff, random }))
  }
  told.sort((one, other) => one.event.at - other.event.at)
  for (let from = 0; from < told.length; from += mostInABatch) {
    const refused = (await store.append(told.slice(from, from + mostInABatch))).find((one) => one instanceof Refused)
    if (refused) throw refused
  }
}

type Setting = {
  ended: Ended
  as: 'sampled' | 'sampledTwice' | 'complained'
  card: Scorecard
  now: number
  staff: Lender['staff']
  random: Random
}

/** Tells the check of one visit as far as its people have come by now. */
function* story({ ended, as, card, now, staff, random }: Setting): Generator<Command, void, void> {
  let lives: State<Quality> = blank(qualityMachine)
  let last = ended.at
  if (ended.at + minute > now) return
  const [first, second, third] = staff.qualityChecker as [string, string, string]
  const tell = (event: QualityEvent, via: string): Command => {
    lives = evolve(qualityMachine, lives, event).state
    last = event.at
    return { stream: `quality/${ended.id}`, event, via, key: `demo check ${lives.version} ${ended.id}` }
  }
  /** The marks of a checker: nothing, something small, or something fatal. */
  const marks = () => {
    const isFatal = random.chance(0.4)
    const items = card.items.filter(({ fatal }) => fatal === isFatal)
    const missed = random.chance(0.5) ? [] : [random.pick(items)]
    const names = missed.map(({ name }) => name)
    return { missed: names, passes: isPassed(card, names) }
  }
  const check = (passed: QualityEvent['type'], failed: QualityEvent['type'], by: string, at: number) => {
    const { missed, passes } = marks()
    const marked = { by, at, missed, ...(!passes && { evidence: random.pick(evidence) }) }
    return tell({ ...marked, type: passes ? passed : failed } as QualityEvent, quality.pass.interface)
  }

  const sampled = { at: ended.at + minute, ...ended.visit, card }
  if (as === 'complained') {
    const [head] = staff.telemarketingLead as [string]
    const event = { ...sampled, type: as, by: head, at: ended.at + 3 * hour, complaint: random.pick(complaints) }
    if (event.at > now) return
    yield tell(event, quality.complain.interface)
  } else yield tell({ ...sampled, type: as, by: 'SYS' }, 'SYS')

  const later = (most: number) => last + random.int(1, most) * hour
  const checkedAt = later(30)
  if (checkedAt > now || random.chance(0.1)) return
  const [one, other] = random.chance(0.5) ? [first, second] : [second, first]
  yield check('checkPassed', 'checkFailed', one, checkedAt)
  if (as === 'sampledTwice') {
    const again = later(40)
    const [due] = deadlines(lives)
    if (again > now) return
    if (random.chance(0.8)) yield check('secondPassed', 'secondFailed', other, again)
    else if (due!.at <= now) yield tell({ type: 'secondLapsed', by: 'SYS', at: due!.at, armed: due!.version }, 'SYS')
    else return
  }
  const appealedAt = later(20)
  if (lives.value !== 'failed' || appealedAt > now || random.chance(0.5)) return
  const reason = 'Sudah disebut, mohon didengarkan lagi'
  yield tell({ type: 'appealed', by: ended.visit.seller, at: appealedAt, reason }, quality.appeal.interface)
  const answeredAt = later(30)
  if (answeredAt > now || random.chance(0.2)) return
  yield check('appealUpheld', 'appealDismissed', third, answeredAt)
}
