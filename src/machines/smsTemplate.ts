import { assign, setup } from 'xstate'
import { byAnother, type Fact, guardsOf, onPayload, type Payload, type TransitionMeta } from './kernel.ts'
import { isByLaw, problemsOf, type SmsCategory, type SmsLanguage, type SmsMark } from './smsText.ts'

export type TemplateContent = {
  name: string
  language: SmsLanguage
  category: SmsCategory
  body: string
  /** Left out where there are none. */
  marks?: readonly SmsMark[] | undefined
}
/** A version that two people made. Messages refer to it by its number. */
export type TemplateVersion = TemplateContent & {
  number: number
  editor: string
  proposer: string
  approver: string
  approvedAt: number
}

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
export type SmsTemplateEvent =
  | Did<'templateDrafted' | 'templateEdited' | 'templateRevised', TemplateContent>
  | Did<'templateProposed' | 'templateApproved' | 'templateTakenBack' | 'revisionDropped' | 'templateRetired'>
  | Did<'templateRefused', { reason: string }>

export type SmsTemplate = {
  /** The content being written, or the one in force. */
  content: TemplateContent | null
  /** The number of that content's version. */
  number: number
  /** The approved versions, the last in force unless the template is retired. */
  approved: TemplateVersion[]
  author: string
  createdAt: number
  editor: string
  editedAt: number
  proposer: string | null
  /** The refusal of the last proposal, until it is changed. */
  refused: { by: string; reason: string; at: number } | null
}

type About = { context: SmsTemplate; event: Payload<SmsTemplateEvent> }

export const contentOf = ({ name, language, category, body, marks = [] }: TemplateContent): TemplateContent => ({
  name,
  language,
  category,
  body,
  ...(marks.length > 0 && { marks }),
})
const isSame = (one: TemplateContent, other: TemplateContent) =>
  one.name === other.name &&
  one.language === other.language &&
  one.category === other.category &&
  one.body === other.body &&
  isByLaw(one) === isByLaw(other)

const rules = {
  notProposer: byAnother(({ proposer }: SmsTemplate) => [proposer]),
  notLastEditor: byAnother(({ editor }: SmsTemplate) => [editor]),
  whoProposed: ({ context, event }: About) => context.proposer === event.by,
  bodySound: onPayload(({ event }: About) => problemsOf({ category: event.category!, body: event.body! }).length === 0),
  serviceByLaw: onPayload(({ event }: About) => event.category === 'service' || !isByLaw(event)),
  changesSomething: onPayload(({ context, event }: About) => !isSame(event as TemplateContent, context.content!)),
  reasonGiven: onPayload(({ event }: About) => Boolean(event.reason)),
}

const all = (...params: (keyof typeof rules)[]) => ({ type: 'all' as const, params })

type Written = { event: Fact & TemplateContent }
const written = ({ event }: Written) => ({
  content: contentOf(event),
  editor: event.by,
  editedAt: event.at,
  refused: null,
})

const asks = ['name', 'language', 'category', 'body', 'marks']
const editing = {
  guard: all('bodySound', 'serviceByLaw', 'changesSomething'),
  meta: { interface: 'smsTemplate.edit', asks },
  actions: 'write',
} as const
const proposal = { meta: { interface: 'smsTemplate.propose', tone: 'success' }, actions: 'propose' } as const
const approval = {
  target: 'approved',
  guard: all('notProposer', 'notLastEditor'),
  meta: { interface: 'smsTemplate.approve', tone: 'success' },
  actions: 'approve',
} as const
const refusal = {
  guard: all('notProposer', 'reasonGiven'),
  meta: { interface: 'smsTemplate.refuse', asks: ['reason'], tone: 'danger' },
  actions: 'refuse',
} as const
const takingBack = {
  guard: 'whoProposed',
  meta: { interface: 'smsTemplate.takeBack' },
  actions: 'takeBack',
} as const
const retirement = { target: 'retired', meta: { interface: 'smsTemplate.retire', tone: 'danger' } } as const

/**
 * The words of a message: one person writes and proposes them, another approves. A changed template is a new version;
 * the approved one stays in force until the new one is approved.
 */
export const smsTemplateMachine = setup({
  types: {} as { context: SmsTemplate; events: SmsTemplateEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  actions: {
    write: assign(({ event }) => ('body' in event ? written({ event }) : {})),
    propose: assign(({ event }) => ({ proposer: event.by, refused: null })),
    approve: assign(({ context, event }) => ({
      approved: [
        ...context.approved,
        {
          ...context.content!,
          number: context.number,
          editor: context.editor,
          proposer: context.proposer!,
          approver: event.by,
          approvedAt: event.at,
        },
      ],
      proposer: null,
    })),
    refuse: assign(({ event: { by, at, ...more } }) => ({
      proposer: null,
      refused: { by, at, reason: 'reason' in more ? more.reason : '' },
    })),
    takeBack: assign({ proposer: null }),
  },
}).createMachine({
  id: 'smsTemplate',
  version: '1',
  initial: 'new',
  context: {
    content: null,
    number: 0,
    approved: [],
    author: '',
    createdAt: 0,
    editor: '',
    editedAt: 0,
    proposer: null,
    refused: null,
  },
  states: {
    new: {
      tags: 'way',
      on: {
        templateDrafted: {
          target: 'draft',
          guard: all('bodySound', 'serviceByLaw'),
          meta: { interface: 'smsTemplate.draft', asks },
          actions: assign(({ event }) => ({
            ...written({ event }),
            number: 1,
            author: event.by,
            createdAt: event.at,
          })),
        },
      },
    },

    draft: {
      tags: 'way',
      on: {
        templateEdited: editing,
        templateProposed: { target: 'proposed', ...proposal },
        templateRetired: retirement,
      },
    },

    proposed: {
      tags: 'way',
      on: {
        templateApproved: approval,
        templateRefused: { target: 'draft', ...refusal },
        templateTakenBack: { target: 'draft', ...takingBack },
      },
    },

    approved: {
      tags: 'goal',
      on: {
        templateRevised: {
          target: 'revised',
          guard: all('bodySound', 'serviceByLaw', 'changesSomething'),
          meta: { interface: 'smsTemplate.revise', asks },
          actions: assign(({ context, event }) => ({ ...written({ event }), number: context.number + 1 })),
        },
        templateRetired: retirement,
      },
    },

    revised: {
      on: {
        templateEdited: editing,
        templateProposed: { target: 'revisionProposed', ...proposal },
        revisionDropped: {
          target: 'approved',
          meta: { interface: 'smsTemplate.drop', tone: 'danger' },
          actions: assign(({ context: { approved } }) => {
            const last = approved.at(-1)!
            return { content: contentOf(last), number: last.number, editor: last.editor, refused: null }
          }),
        },
        templateRetired: retirement,
      },
    },

    revisionProposed: {
      on: {
        templateApproved: approval,
        templateRefused: { target: 'revised', ...refusal },
        templateTakenBack: { target: 'revised', ...takingBack },
        templateRetired: retirement,
      },
    },

    retired: {},
  },
})

/** The version that messages are made of; undefined while there is none, and of a retired template. */
export const versionInForce = (
  state: string,
  { approved }: Pick<SmsTemplate, 'approved'>,
): TemplateVersion | undefined => (state === 'retired' ? undefined : approved.at(-1))
