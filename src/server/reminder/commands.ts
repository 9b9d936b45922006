import type { Reminder } from '../../machines/reminder.ts'
import { versionInForce } from '../../machines/smsTemplate.ts'
import { plan } from '../../services/loan.lists.ts'
import * as reminder from '../../services/reminder.ts'
import { contactSettingsOf, inForceIn } from '../contact/inForce.ts'
import { badInput } from '../kit/inputIssues.ts'
import { notFound } from '../kit/refused.ts'
import { type Exportables, listNamed } from '../lists/exportable.ts'
import { isProduct } from '../lists/products.ts'
import type { Server } from '../server.ts'
import { isUsed } from '../smsTemplate/senders.ts'
import { covers } from '../staff/appScope.ts'
import type { Call } from '../staff/call.ts'
import { commandsOf } from '../staff/commands.ts'
import type { Staff } from '../staff/sessions.ts'
import { reminderLists } from './lists.ts'

type Terms = {
  text: string
  sender: string
  days: number
  side: 'before' | 'after'
  time: string
  product: string
}

/** The reminders, and the commands of those who draft, approve and stop them. */
export const reminderHandlers = (server: Server, lists: Exportables) => {
  const { db, store, handle } = server
  const { page, count } = reminderLists(server)
  handle(reminder.list, page)
  handle(reminder.count, count)

  /** The template and the sender name in force. Throws 404 for a template that does not exist. */
  const inForceOf = async ({ text, sender }: Pick<Terms, 'text' | 'sender'>, now: number) => {
    const template = await store.existing(`smsTemplate/${text}`)
    const version = versionInForce(String(template.value), template.context)
    const { rules } = inForceIn(await contactSettingsOf(server), undefined, now)
    return {
      approved: version !== undefined,
      used: await isUsed(db, sender),
      category: version?.category ?? ('service' as const),
      rules,
    }
  }

  const termsOf = async ({ text, sender, days, side, time, product }: Terms, call: Call<Staff>) => {
    // Throws for whoever may not read the repayment plan.
    listNamed(lists, plan.id, call)
    if (product !== reminder.everyProduct) await mustSell(product, call)
    return {
      text,
      sender,
      days,
      side,
      time,
      product: product === reminder.everyProduct ? null : product,
      apps: call.staff.apps,
      ...(await inForceOf({ text, sender }, call.now)),
    }
  }

  const mustSell = async (code: string, { language }: Call<Staff>) => {
    if (!(await isProduct(db, code))) throw badInput([{ field: 'product', reason: 'choice' }], language)
  }

  const { command, create } = commandsOf(server, 'reminder', ({ id }: { id: string }) => id)
  create(reminder.draft, 'reminderDrafted', async (body, call) => ({ facts: await termsOf(body, call) }))

  /** The terms of a reminder. Throws 404 where it is for apps that the caller does not see, or does not exist. */
  const termsFor = async ({ id }: { id: string }, { staff }: Call<Staff>): Promise<NonNullable<Reminder['terms']>> => {
    const { terms } = (await store.state(`reminder/${id}`)).context
    if (!terms || !covers(staff.apps, terms.apps)) throw notFound()
    return terms
  }
  const covered = async (one: { id: string }, call: Call<Staff>) => {
    await termsFor(one, call)
    return {}
  }
  command(reminder.edit, 'reminderEdited', async ({ id, text, sender, days, side, time, product }, call) => {
    await termsFor({ id }, call)
    return termsOf({ text, sender, days, side, time, product }, call)
  })
  command(reminder.propose, 'reminderProposed', covered)
  command(reminder.approve, 'reminderApproved', async (one, call) => inForceOf(await termsFor(one, call), call.now))
  command(reminder.refuse, 'reminderRefused', async (one, call) => {
    await termsFor(one, call)
    return { reason: one.reason }
  })
  command(reminder.stop, 'reminderStopped', covered)
}
