import { randomUUID } from 'node:crypto'
import type { SmsTemplateEvent, TemplateContent } from '../../src/machines/smsTemplate.ts'
import { commands } from '../../src/services/smsTemplate.ts'
import type { TestApp } from './app.ts'

/** A name of the simulated lender that messages may be sent under. */
export const demoSender = 'DanaKilat'

/** The words of a message about a loan. */
export const paidOut: TemplateContent = {
  name: 'Dana dicairkan',
  language: 'id',
  category: 'service',
  body: 'Dana pinjaman {orderNo} sebesar {arrivalAmount} telah dikirim. Jatuh tempo {dueDay}, bayar ke {virtualAccount}.',
}

/** Makes a template that two people approved; returns its id. */
export const approvedTemplate = async (
  { server, clock }: TestApp,
  more: Partial<TemplateContent> = {},
  id: string = randomUUID(),
): Promise<string> => {
  const steps: [SmsTemplateEvent['type'], by: string, object?][] = [
    ['templateDrafted', 'staff/writer', { ...paidOut, ...more }],
    ['templateProposed', 'staff/writer'],
    ['templateApproved', 'staff/checker'],
  ]
  for (const [type, by, input = {}] of steps)
    await server.store.send({
      stream: `smsTemplate/${id}`,
      event: { type, by, at: clock.now(), ...input } as SmsTemplateEvent,
      via: commands[type].interface,
      key: `${type} ${id}`,
    })
  return id
}
