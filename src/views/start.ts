import type { i18n as I18n } from 'i18next'
import { createActor, fromPromise } from 'xstate'
import { appearanceMachine } from '../machines/appearance.ts'
import { connectionMachine } from '../machines/connection.ts'
import { errorLogMachine } from '../machines/errorLog.ts'
import { to } from '../machines/paths.ts'
import { mayOpen } from '../machines/permissions.ts'
import { type Account, type Credentials, nobody, sessionMachine } from '../machines/session.ts'
import { mobileBelow, shellMachine } from '../machines/shell.ts'
import { tabsMachine } from '../machines/tabs.ts'
import { setLanguage } from '../services/access.ts'
import { keepFor, keepTabs, keptTabs, remember, remembered } from '../services/browserStorage.ts'
import { contract, withContract } from '../services/contract.ts'
import { dropToken, keepToken, readToken } from '../services/cookie.ts'
import type { DataOf } from '../services/endpoint.ts'
import { createChanges, entered, left } from '../services/feed.ts'
import { CallError, createClient, loggedOut, noAnswer, unfit } from '../services/http.ts'
import { type Language, login, logout, userInfo } from '../services/user.ts'
import { isLanguage } from '../services/user.ts'
import { showIn } from './i18n.ts'
import { paint } from './paint.ts'
import { allScreens } from './screens.ts'
import type { App } from './shared/app.ts'
import { refusalOf } from './shared/refusal.ts'
import { withoutSecrets } from './shared/secrets.ts'
import { showError, showSuccess } from './shared/toast.ts'

type Surroundings = {
  /** The base URL of the admin server, without a trailing slash. */
  base: string
  i18n: I18n
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>
  locks: LockManager | undefined
  reload: () => void
  /** Reloads the page at a path that everybody may open. */
  startOver: () => void
  go: (path: string) => void
}

// Codes of expected failures, which the caller reports: invalid fields, logged out, unknown record, version conflict,
// not offered, too many requests.
const isOrdinary = (code: number) => [400, 401, loggedOut, 404, 409, 422, 429].includes(code)

/** A server that lists no interfaces permits the contract's, which is all that it has. */
const accountIn = ({ interfaces, ...info }: DataOf<typeof userInfo>): Account => ({
  ...info,
  interfaces: interfaces ?? contract.map((endpoint) => endpoint.interface),
  bare: interfaces === undefined,
})

/** An answer that describes no user is a user without roles: a failed login. */
const nobodyIfUnfit = (error: unknown): Account => {
  if (error instanceof CallError && error.code === unfit) return nobody
  throw error
}

const stackOf = (reason: unknown) => (reason instanceof Error ? (reason.stack ?? '') : '')

// Pages that stay mounted; each keeps its rows and costs the browser memory.
const mostPages = Number(import.meta.env.VITE_MOST_PAGES ?? 12)

const failed = (message: string, info: string) => ({
  type: 'failed' as const,
  error: { message, info, url: location.origin + location.pathname + withoutSecrets(location.search), at: Date.now() },
})

/** Adds a render error to the error log, with its component stack. */
export const logRendering =
  ({ errors }: Pick<App, 'errors'>) =>
  (error: unknown, { componentStack }: { componentStack?: string | undefined }) => {
    console.error(error)
    errors.send(failed(String(error), componentStack?.trim() ?? ''))
  }

/** The language of the last visit; Indonesian on the first. */
export const firstLanguage = (): Language => {
  const kept = remembered('language')
  return isLanguage(kept) ? kept : 'id'
}

/** Starts everything outside React: the client, the session, the frame's state and the change feed. */
export const startApp = ({ base, i18n, channel, locks, reload, startOver, go }: Surroundings): App => {
  const direct = createClient({
    base,
    token: () => session.getSnapshot().context.token,
    language: () => shell.getSnapshot().context.language,
    onLoggedOut: (byHand) => session.send({ type: byHand ? 'loggedOut' : 'readRefused' }),
    inWords: ({ kind, ...about }) => i18n.t(`common:${kind}`, about),
    onFailed: (error, line) => {
      if (!isOrdinary(error.code)) log(error.message, line)
      if (error.code === noAnswer) connection.send({ type: 'missed', line, message: error.message })
    },
    onAnswered: (line) => connection.send({ type: 'answered', line }),
    onBroken: () => connection.send({ type: 'broken' }),
    onWaiting: (isWaiting) => connection.send({ type: isWaiting ? 'slowed' : 'slowEnded' }),
  })
  const client = withContract(direct, {
    isBare: () => session.getSnapshot().context.bare,
    inWords: () => i18n.t('common:notOffered'),
    onChanged: () => changes.doubt(),
  })

  const session = createActor(
    sessionMachine.provide({
      actors: {
        login: fromPromise<{ token: string }, Credentials>(({ input }) => client.call(login, input)),
        loadAccount: fromPromise<Account, { token: string }>(({ input }) =>
          client.call(userInfo, input).then(accountIn, nobodyIfUnfit),
        ),
        logout: fromPromise<unknown, { token: string | undefined }>(({ input }) => client.call(logout, input)),
      },
      actions: {
        keepToken: (_, { token }) => {
          keepToken(token)
          channel.postMessage(entered)
        },
        dropToken,
        tellRevived: () => changes.doubt(),
        tellRightsChanged: () => queueMicrotask(followRights),
        goHome: () => go(to.root()),
        reload,
        startOver,
      },
    }),
    { input: { token: readToken() } },
  )

  // A language that was chosen before the login.
  let unsent: Language | undefined

  const narrow = matchMedia(`(width < ${mobileBelow}px)`)
  const device = () => (narrow.matches ? 'mobile' : 'desktop')

  const shell = createActor(
    shellMachine.provide({
      actors: {
        switchLanguage: fromPromise<Language, { language: Language; chosen: boolean }>(async ({ input }) => {
          const { language, chosen } = input
          if (chosen && session.getSnapshot().matches({ active: 'live' })) await client.call(setLanguage, { language })
          else if (chosen) unsent = language
          await showIn(i18n, language)
          if (chosen) remember('language', language)
          return language
        }),
      },
      actions: {
        rememberSidebar: (_, opened) => remember('sidebar', opened ? 'opened' : 'closed'),
        tellSwitched: () => showSuccess(i18n.t('shell:language.switched')),
        tellNotSwitched: (_, error) => {
          const message = refusalOf(error, i18n.t('shell:language.failed'))
          if (message) showError(message)
        },
      },
    }),
    { input: { device: device(), opened: remembered('sidebar') !== 'closed', language: firstLanguage() } },
  )

  const tabs = createActor(
    tabsMachine.provide({
      actions: {
        remember: ({ context }) => keepTabs(context.visitedViews),
        go: (_, path) => go(path),
      },
    }),
    { input: { most: mostPages } },
  )

  const darkDevice = matchMedia('(prefers-color-scheme: dark)')
  const appearance = createActor(
    appearanceMachine.provide({
      actions: {
        remember: (_, { key, value }) => remember(key, value),
        tellChanged: (_, key) => showSuccess(i18n.t(`shell:${key}.switched`)),
      },
    }),
    {
      input: {
        kept: { size: remembered('size'), scheme: remembered('scheme'), colour: remembered('colour') },
        deviceIsDark: darkDevice.matches,
      },
    },
  )
  const repaint = (onPaper: boolean) =>
    paint(document.documentElement, { ...appearance.getSnapshot().context, onPaper })
  appearance.subscribe(() => repaint(false))
  addEventListener('beforeprint', () => repaint(true))
  addEventListener('afterprint', () => repaint(false))
  darkDevice.addEventListener('change', ({ matches }) => appearance.send({ type: 'deviceDarkened', dark: matches }))

  const connection = createActor(
    connectionMachine.provide({
      actors: { probe: fromPromise(({ signal }) => client.probe(signal)) },
      actions: {
        tell: (_, message) => showError(message),
        resend: () => client.resend(),
        tellRecovered: () => {
          showSuccess(i18n.t('shell:offline.recovered'))
          changes.doubt()
        },
      },
    }),
  )
  addEventListener('offline', () => connection.send({ type: 'networkLost' }))
  addEventListener('online', () => connection.send({ type: 'networkCame' }))

  const errors = createActor(errorLogMachine)
  const log = (message: string, info: string) => errors.send(failed(message, info))
  addEventListener('error', ({ message, filename, lineno }) => log(message, `${filename}:${lineno}`))
  addEventListener('unhandledrejection', ({ reason }) => log(String(reason), stackOf(reason)))

  const changes = createChanges({ client, channel, locks })
  changes.subscribe(client.forget)
  changes.subscribe(({ kind, id }) => {
    const isOwn = kind === 'account' && `staff/${id}` === session.getSnapshot().context.id
    if (isOwn || ['*', 'role', 'reviewGroup'].includes(kind)) session.send({ type: 'rightsDoubted' })
  })
  // Closes pages that the user may no longer open, and refetches the rest, which may show more now.
  const followRights = () => {
    const { roles } = session.getSnapshot().context
    const barred = tabs.getSnapshot().context.visitedViews.filter(({ path }) => !mayOpen(path, roles))
    tabs.send({ type: 'barred', paths: barred.map(({ path }) => path) })
    changes.doubt()
  }

  narrow.addEventListener('change', () => shell.send({ type: 'resized', device: device() }))
  // All windows of a browser share one session: a logout or login in one applies to all.
  channel.addEventListener('message', ({ data }) => {
    if (data === left) session.send({ type: 'loggedOut' })
    const token = data === entered ? readToken() : undefined
    if (token) session.send({ type: 'tokenReplaced', token })
  })
  session.subscribe((snapshot) => {
    if (snapshot.matches('leaving')) channel.postMessage(left)
    if (!snapshot.matches({ active: 'live' })) return changes.stop()
    if (!snapshot.context.bare) changes.start()
    keepFor(snapshot.context.id)
    tabs.send({ type: 'restored', tabs: keptTabs() })
    // A choice made in this browser overrides the account's language.
    if (unsent) {
      client.call(setLanguage, { language: unsent }).catch(() => {})
      unsent = undefined
    }
    if (!remembered('language')) shell.send({ type: 'languageKnown', language: snapshot.context.language })
  })

  shell.start()
  tabs.start()
  appearance.start()
  connection.start()
  errors.start()
  session.start()
  return { client, session, shell, tabs, appearance, connection, errors, changes, screens: allScreens }
}
