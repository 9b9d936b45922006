import { sql } from 'kysely'
import { mendFields } from '../../machines/approval.reasons.ts'
import { businessDay } from '../../machines/calendar.ts'
import { idOf, stateName } from '../../machines/kernel.ts'
import { basisPoints } from '../../machines/money.ts'
import { isSent } from '../../machines/payout.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import * as intake from '../../services/intake.ts'
import type { Document, PersonRecord } from '../customers/vault.ts'
import { againWhenTaken } from '../kit/conflict.ts'
import { bytesOf } from '../kit/file.ts'
import { badInput, type FieldIssue } from '../kit/inputIssues.ts'
import { Refused } from '../kit/refused.ts'
import { leadHears } from '../lead/leadHears.ts'
import { policy } from '../policy.ts'
import type { Server } from '../server.ts'
import { isApp } from '../staff/appScope.ts'
import { type CallOf, origin, stamp } from '../staff/call.ts'
import type { Answer, Tx } from '../store/command.ts'
import { pixelsOf, reencoded } from './documents.ts'

type Applying = BodyOf<typeof intake.apply>

// For all images of one call: five 12-megapixel photographs, as phones take them, and half as many again.
const mostPixels = 90_000_000

/** Handlers for a customer's app: apply, read the status, resubmit what was returned, withdraw. */
export const intakeHandlers = (server: Server) => {
  const { db, store, vault, ids, handle } = server

  handle(intake.apply, async (body, call) => {
    const receipt = receiptOf((await store.answered(call)) ?? (await applyAnew(body, call)))
    await leadHears(server, body.customer.phone, { type: 'applied', orderNo: receipt.orderNo }, call)
    return receipt
  })

  const applyAnew = async (body: Applying, call: CallOf<typeof intake.apply>): Promise<Answer> => {
    const terms = await termsOf(body, call)
    const pictures = await picturesOf(body.documents, call)
    return againWhenTaken(() => submit(body, call, terms, pictures))
  }

  const submit = async (
    body: Applying,
    call: CallOf<typeof intake.apply>,
    terms: { serviceFee: number; handlingFee: number },
    pictures: readonly Document[],
  ): Promise<Answer> => {
    const known = await vault.find('nik', body.customer.nik)
    const person = known[0] ?? (await vault.registeredOnly(body.customer.phone)) ?? vault.newPerson()
    // Read before the open orders: a concurrent application takes the same version, and the two writes conflict.
    const personVersion = (await vault.newest(person)) + 1
    const past = await pastOf(person, body.app)
    if (past.open > 0) {
      // The open order may come from this very call, sent a moment ago.
      const same = await store.answered(call)
      if (same) return same
      throw new Refused(422, 'errors:openOrder')
    }
    const orderNo = await nextOrderNo(call.now)
    return store.send({
      stream: `approval/${orderNo}`,
      event: {
        type: 'submitted',
        ...stamp(call),
        machineTtl: policy.machineTtl,
        application: {
          orderNo,
          person,
          personVersion,
          app: body.app,
          channel: body.channel,
          product: body.product,
          ...customerTypes(past),
          ...(body.whiteType && { whiteType: body.whiteType }),
          ...(body.device && { visitor: vault.visitorOf(body.app, body.device) }),
          loanCount: past.passed,
          failedOrderCount: past.failed,
          amount: body.amount,
          term: body.term,
          ...terms,
        },
      },
      ...origin(call),
      writes: (tx) =>
        keep(tx, { person, version: personVersion }, { ...body.customer, device: body.device }, pictures, call.now),
    })
  }

  handle(intake.status, async ({ orderNo }) => {
    const { version, value, context } = await store.existing(`approval/${orderNo}`)
    return {
      orderNo,
      version,
      state: stateName(value),
      mend: mendFields.filter((field) => context.mend.includes(field)),
    }
  })

  handle(intake.resubmit, async (body, call) => {
    const done = await store.answered(call)
    if (done) return done
    const { context } = await store.existing(`approval/${body.orderNo}`)
    const { person, personVersion: before } = context.application!
    const asked = context.mend.filter((field) => intakeDocuments.has(field))
    const sent = new Set<string>(body.documents.map(({ kind }) => kind))
    const pictures = await picturesOf(body.documents, call)
    const [previous] = await vault.read([{ person, version: before }])
    const problems: FieldIssue[] = []
    if (asked.some((kind) => !sent.has(kind))) problems.push({ field: 'documents', reason: 'mustMend' })
    // Another NIK is another person: that is a new application.
    if (previous && previous.nik !== body.customer.nik) problems.push({ field: 'customer.nik', reason: 'nikChanged' })
    if (problems.length > 0) throw badInput(problems, call.language)
    const kept = (previous?.documents ?? []).filter(({ kind }) => !sent.has(kind))
    const mended = async () => {
      const personVersion = (await vault.newest(person)) + 1
      return store.send({
        stream: `approval/${body.orderNo}`,
        event: { type: 'resubmitted', ...stamp(call), personVersion, machineTtl: policy.machineTtl },
        ...origin(call),
        writes: (tx) =>
          keep(
            tx,
            { person, version: personVersion },
            { ...body.customer, device: previous?.device },
            pictures,
            call.now,
            kept,
          ),
      })
    }
    // A staff edit may take the record's version in between.
    return againWhenTaken(mended)
  })

  handle(intake.withdraw, async ({ orderNo }, call) => {
    await store.existing(`approval/${orderNo}`)
    return againWhenTaken(async () => {
      const payout = await payoutOf(store, orderNo)
      return store.send({
        stream: `approval/${orderNo}`,
        event: { type: 'withdrawn', ...stamp(call), payoutSent: payout.sent },
        ...origin(call),
        reads: [payout.read],
      })
    })
  })

  /** Computes the product's fees for an amount; throws bad input for what the product does not offer. */
  const termsOf = async (body: Applying, call: CallOf<typeof intake.apply>) => {
    const product = await db.sql.selectFrom('product').selectAll().where('code', '=', body.product).executeTakeFirst()
    const problems: FieldIssue[] = []
    if (!(await isApp(db, body.app))) problems.push({ field: 'app', reason: 'app' })
    if (!product) problems.push({ field: 'product', reason: 'product' })
    if (product && (body.amount < product.min_amount || body.amount > product.max_amount))
      problems.push({ field: 'amount', reason: 'amount' })
    if (product && !product.terms.includes(body.term)) problems.push({ field: 'term', reason: 'term' })
    if (!product || problems.length > 0) throw badInput(problems, call.language)
    return { serviceFee: basisPoints(body.amount, product.service_fee_bps), handlingFee: product.handling_fee }
  }

  const picturesOf = async (
    documents: Applying['documents'],
    call: Pick<CallOf<typeof intake.apply>, 'by' | 'language'>,
  ): Promise<Document[]> => {
    const images = documents.map(({ image }) => bytesOf(image))
    const refuse = (index: number, reason: string) =>
      badInput([{ field: `documents.${index}.image`, reason }], call.language)
    let pixels = 0
    for (const [index, image] of images.entries()) {
      pixels += (await pixelsOf(image)) ?? 0
      if (pixels > mostPixels) throw refuse(index, 'pixels')
    }
    const pictures: Document[] = []
    for (const [index, image] of images.entries()) {
      const bytes = await reencoded(image, call.by)
      if (!bytes) throw refuse(index, 'image')
      pictures.push({ id: ids(), kind: documents[index]!.kind, mime: 'image/webp', bytes })
    }
    return pictures
  }

  const pastOf = async (person: string, app: string) => {
    const rows = await db.sql.selectFrom('approval').select(['state', 'app']).where('person', '=', person).execute()
    const count = (states: readonly string[]) => rows.filter(({ state }) => states.includes(state)).length
    const passed = count(['passed'])
    const failed = count(['machineRejected', 'firstRejected', 'finalRejected'])
    const passedHere = rows.filter((row) => row.state === 'passed' && row.app === app).length
    return { passed, passedHere, failed, open: rows.length - passed - failed - count(['closed']) }
  }

  const nextOrderNo = async (now: number) => {
    const { rows } = await sql<{ n: number }>`select nextval('order_no')::int as n`.execute(db.sql)
    return `LK${businessDay(now).replaceAll('-', '').slice(2)}${String(rows[0]!.n).padStart(6, '0')}`
  }

  const keep = async (
    tx: Tx,
    ref: { person: string; version: number },
    customer: Omit<PersonRecord, 'documents'>,
    pictures: readonly Document[],
    at: number,
    kept: PersonRecord['documents'] = [],
  ) => {
    const documents = [...kept, ...pictures.map(({ id, kind }) => ({ id, kind }))]
    await vault.write(tx, ref, { ...customer, documents }, at, pictures)
  }
}

/** Classifies a customer as new or old, for the lender and for one app, by earlier passed applications. */
export const customerTypes = ({ passed, passedHere }: { passed: number; passedHere: number }) => ({
  customerType: passedHere > 0 ? ('old' as const) : passed > 0 ? ('globalOld' as const) : ('new' as const),
  appCustomerType: passedHere > 0 ? ('old' as const) : ('new' as const),
})

const intakeDocuments = new Set<string>(['idFront', 'idBack', 'handheld', 'workLicence', 'incomeProof'])
const receiptOf = ({ stream, version }: Answer) => ({ orderNo: idOf(stream), version })

/** Tells whether an order's payout was sent, and the payout version read, which the append compares. */
export const payoutOf = async (store: Server['store'], orderNo: string) => {
  const stream = `payout/${orderNo}` as const
  const payout = await store.state(stream)
  return { sent: isSent(payout), read: { stream, version: payout.version } }
}
