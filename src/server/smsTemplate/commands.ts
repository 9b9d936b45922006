import { contentOf as contentWith, type TemplateContent } from '../../machines/smsTemplate.ts'
import { normalised, problemsOf } from '../../machines/smsText.ts'
import * as smsTemplate from '../../services/smsTemplate.ts'
import type { Language } from '../../services/user.ts'
import { say } from '../kit/i18n.ts'
import { refusedInput } from '../kit/inputIssues.ts'
import { notFound } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import type { Call } from '../staff/call.ts'
import { commandsOf } from '../staff/commands.ts'
import { staffNames } from '../staff/names.ts'
import { smsTemplateLists } from './lists.ts'
import { sendersOf } from './senders.ts'

/** The templates, and the commands of those who write and approve them. */
export const smsTemplateHandlers = (server: Server) => {
  const { db, store, handle } = server
  const { page, count, one } = smsTemplateLists(server)
  handle(smsTemplate.list, page)
  handle(smsTemplate.count, count)
  handle(smsTemplate.senders, () => sendersOf(db))
  handle(smsTemplate.detail, async ({ id }) => {
    const template = await one(id)
    if (!template) throw notFound()
    const { approved } = (await store.state(`smsTemplate/${id}`)).context
    const names = await staffNames(
      db,
      approved.flatMap(({ editor, proposer, approver }) => [editor, proposer, approver]),
    )
    const staff = (person: string) => ({ id: person, name: names.get(person) ?? person })
    return {
      template,
      versions: approved.map((version) => ({
        ...version,
        marks: [...(version.marks ?? [])],
        editor: staff(version.editor),
        proposer: staff(version.proposer),
        approver: staff(version.approver),
      })),
    }
  })

  const { command, create } = commandsOf(server, 'smsTemplate', ({ id }: { id: string }) => id)
  create(smsTemplate.draft, 'templateDrafted', (content, call) => ({ facts: contentOf(content, call) }))
  command(smsTemplate.edit, 'templateEdited', contentOf)
  command(smsTemplate.propose, 'templateProposed')
  command(smsTemplate.approve, 'templateApproved')
  command(smsTemplate.refuse, 'templateRefused', ({ reason }) => ({ reason }))
  command(smsTemplate.takeBack, 'templateTakenBack')
  command(smsTemplate.revise, 'templateRevised', contentOf)
  command(smsTemplate.drop, 'revisionDropped')
  command(smsTemplate.retire, 'templateRetired')
}

const contentOf = (
  written: TemplateContent,
  { language: spoken }: Pick<Call<unknown>, 'language'>,
): TemplateContent => {
  const content = contentWith({ ...written, body: normalised(written.body, written.language) })
  refuseProblems(content, spoken)
  return content
}

const refuseProblems = (content: TemplateContent, language: Language) => {
  const problems = problemsOf(content)
  if (problems.length > 0)
    throw refusedInput(problems, ({ problem, text }) => ({
      field: 'body',
      reason: problem,
      message: say(language, `smsTemplate:problem.${problem}`, { text }),
    }))
}
