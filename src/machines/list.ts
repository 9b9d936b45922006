import { assign, fromPromise, setup } from 'xstate'

export type Filter = Readonly<Record<string, unknown>>
export type Total = { count: number; capped: boolean; sums?: Readonly<Record<string, number>> | undefined }
export type Page<Row, Cursor> = { rows: Row[]; next: Cursor | null }
/** `sort` is the server's sort key; without it the list's own order applies. */
type Query = {
  filter: Filter
  sort?: string | undefined
  limit: number
  /**
   * The cursors of the pages before the requested one; without them the request is for the first page or the page just
   * turned to.
   */
  cursors?: readonly unknown[]
}
export type Asked<Cursor> = Omit<Query, 'cursors'> & { after: Cursor | undefined }

/** How a list loads its pages. Without `count` the list shows no total. */
export type ListInput<Row = unknown, Cursor = unknown> = Query & {
  load: (asked: Asked<Cursor>, signal: AbortSignal) => Promise<Page<Row, Cursor>>
  count?: (filter: Filter, exact: boolean, signal: AbortSignal) => Promise<Total>
  /** The part of the page that is known before it loads. */
  known?: Page<Row, Cursor> | undefined
}

export type ListContext<Row = unknown, Cursor = unknown> = Omit<ListInput<Row, Cursor>, 'known'> & {
  /** Null until the first page of this filter arrives. */
  rows: Row[] | null
  /** One cursor for each turned page, the present page's last; empty on the first page. */
  cursors: Cursor[]
  /** The cursor by which the rows were loaded: while the next page loads, they are still those of the page before. */
  loadedBy: Cursor | undefined
  next: Cursor | null
  total: Total | null
  /** The user asked for the exact total beyond the cap. */
  exact: boolean
  /** The error of the last load, until a load succeeds. */
  error: unknown
  /** Data changed while a page was loading, so the answer may predate the change. */
  outdated: boolean
  /** Data changed while the total was loading, so the answer may predate the change. */
  miscounted: boolean
}

type ListEvent =
  | ({ type: 'filtered' } & Query)
  | { type: 'nextPage' }
  | { type: 'previousPage' }
  | { type: 'changed' }
  | { type: 'retried' }
  | { type: 'exactAsked' }
  /** The list is visible again, after it received no changes. */
  | { type: 'revisited' }

type Loading = Pick<ListContext, 'load'> & { asked: Asked<unknown> }
type Counting = Pick<ListContext, 'filter' | 'count' | 'exact'>

const sameFilter = (a: Pick<ListContext, 'filter'>, b: Pick<ListContext, 'filter'>) =>
  JSON.stringify(a.filter) === JSON.stringify(b.filter)

/** Merges a new page and keeps the object identity of unchanged rows, so that React can skip their rendering. */
const renewed = ({ rows: before, cursors }: ListContext, { rows, next }: Page<unknown, unknown>) => {
  const known = new Map(before?.map((row) => [JSON.stringify(row), row]))
  const after = rows.map((row) => known.get(JSON.stringify(row)) ?? row)
  const isSame = after.length === before?.length && after.every((row, index) => row === before[index])
  return { rows: isSame ? before : after, loadedBy: cursors.at(-1), next, error: null }
}

/** A list paged by keyset. It keeps its rows while it refetches, so that focus and scroll position stay. */
export const listMachine = setup({
  types: { context: {} as ListContext, input: {} as ListInput, events: {} as ListEvent },
  actors: {
    load: fromPromise<Page<unknown, unknown>, Loading>(({ input, signal }) => input.load(input.asked, signal)),
    count: fromPromise<Total, Counting>(({ input, signal }) => input.count!(input.filter, input.exact, signal)),
  },
  guards: {
    otherFilter: ({ context, event }) => event.type === 'filtered' && !sameFilter(context, event),
    otherQuery: ({ context, event }) =>
      event.type === 'filtered' &&
      (event.limit !== context.limit || event.sort !== context.sort || !sameFilter(context, event)),
    otherPage: ({ context, event }) =>
      event.type === 'filtered' &&
      event.cursors !== undefined &&
      JSON.stringify(event.cursors.at(-1)) !== JSON.stringify(context.cursors.at(-1)),
    hasNext: ({ context }) => context.next !== null,
    hasPrevious: ({ context }) => context.cursors.length > 0,
    uncounts: ({ context }) => context.count === undefined,
    listed: ({ context }) => context.rows !== null,
    outdated: ({ context }) => context.outdated,
    miscounted: ({ context }) => context.miscounted,
  },
  delays: {
    // Many changes at once cause one refetch. 150 ms keeps a change visible within a second.
    settle: 150,
    // A count costs more than a page, most of all beyond the cap, where one row more or less changes nothing on screen.
    recount: ({ context }) => (context.exact || context.total?.capped ? 60_000 : 2_000),
  },
}).createMachine({
  id: 'list',
  context: ({ input: { known, ...input } }) => ({
    ...input,
    rows: known?.rows ?? null,
    cursors: [...(input.cursors ?? [])],
    loadedBy: input.cursors?.at(-1),
    next: known?.next ?? null,
    total: null,
    exact: false,
    error: null,
    outdated: false,
    miscounted: false,
  }),
  type: 'parallel',
  states: {
    page: {
      initial: 'loading',
      on: {
        filtered: [
          {
            target: '.loading',
            guard: 'otherQuery',
            actions: assign(({ event }) => ({
              filter: event.filter,
              sort: event.sort,
              limit: event.limit,
              rows: null,
              cursors: [...(event.cursors ?? [])],
              next: null,
              error: null,
            })),
          },
          {
            target: '.loading',
            guard: 'otherPage',
            actions: assign(({ event }) => ({ cursors: [...event.cursors!] })),
          },
        ],
      },
      states: {
        loading: {
          entry: assign({ outdated: false }),
          invoke: {
            src: 'load',
            input: ({ context: { load, filter, sort, limit, cursors } }) => ({
              load,
              asked: { filter, sort, limit, after: cursors.at(-1) },
            }),
            onDone: [
              {
                // The last rows of this page are gone.
                guard: ({ context, event }) => event.output.rows.length === 0 && context.cursors.length > 0,
                target: 'loading',
                reenter: true,
                actions: assign(({ context }) => ({ cursors: context.cursors.slice(0, -1) })),
              },
              {
                guard: 'outdated',
                target: 'settling',
                actions: assign(({ context, event }) => renewed(context, event.output)),
              },
              { target: 'shown', actions: assign(({ context, event }) => renewed(context, event.output)) },
            ],
            onError: [
              { guard: 'outdated', target: 'settling' },
              { target: 'failed', actions: assign(({ event }) => ({ error: event.error })) },
            ],
          },
          // The pending answer may predate the change.
          on: {
            changed: { actions: assign({ outdated: true }) },
            revisited: { actions: assign({ outdated: true }) },
          },
        },

        shown: {
          on: {
            changed: 'settling',
            revisited: 'loading',
            nextPage: {
              target: 'loading',
              guard: 'hasNext',
              actions: assign(({ context }) => ({ cursors: [...context.cursors, context.next] })),
            },
            previousPage: {
              target: 'loading',
              guard: 'hasPrevious',
              actions: assign(({ context }) => ({ cursors: context.cursors.slice(0, -1) })),
            },
          },
        },

        settling: { after: { settle: 'loading' }, on: { revisited: 'loading' } },

        failed: { on: { retried: 'loading', changed: 'settling', revisited: 'loading' } },
      },
    },

    total: {
      initial: 'deciding',
      on: { filtered: { target: '.deciding', guard: 'otherFilter', actions: assign({ total: null, exact: false }) } },
      states: {
        // Loads the rows first: a count costs the server more, and nobody waits for it.
        deciding: {
          always: [
            { guard: 'uncounts', target: 'uncounted' },
            { guard: 'listed', target: 'counting' },
          ],
        },
        counting: {
          entry: assign({ miscounted: false }),
          invoke: {
            src: 'count',
            input: ({ context: { filter, count, exact } }) => ({ filter, count, exact }),
            onDone: [
              { guard: 'miscounted', target: 'outdated', actions: assign(({ event }) => ({ total: event.output })) },
              { target: 'counted', actions: assign(({ event }) => ({ total: event.output })) },
            ],
            // A failed page shows its error; a list without its total is still usable.
            onError: 'counted',
          },
          on: {
            changed: { actions: assign({ miscounted: true }) },
            revisited: { actions: assign({ miscounted: true }) },
          },
        },
        counted: {
          on: {
            changed: 'outdated',
            revisited: 'counting',
            exactAsked: { target: 'counting', actions: assign({ exact: true }) },
          },
        },
        outdated: {
          after: { recount: 'counting' },
          on: { revisited: 'counting', exactAsked: { target: 'counting', actions: assign({ exact: true }) } },
        },
        uncounted: {},
      },
    },
  },
})
