import type { i18n as I18n } from 'i18next'
import { createActor, fromPromise } from 'xstate'
import { type Account, type Credentials, sessionMachine } from '../machines/session.ts'
import { mobileBelow, shellMachine } from '../machines/shell.ts'
import { dropToken, keepToken, readToken } from '../services/cookie.ts'
import { createChanges, left } from '../services/feed.ts'
import { createClient } from '../services/http.ts'
import { remember, remembered } from '../services/memory.ts'
import { setLanguage } from '../services/power.ts'
import { type Language, login, logout, userInfo } from '../services/user.ts'
import { isLanguage, showIn } from './i18n.ts'
import type { App } from './shared/app.ts'
import { refusalOf } from './shared/refusal.ts'
import { showError, showSuccess } from './shared/toast.ts'

type Surroundings = {
  /** Where the admin server is, without a slash at the end. */
  base: string
  i18n: I18n
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>
  locks: LockManager | undefined
  reload: () => void
  goHome: () => void
}

/** The language of the last visit; Indonesian on the first. */
export const firstLanguage = (): Language => {
  const kept = remembered('language')
  return isLanguage(kept) ? kept : 'id'
}

/** Starts everything that lives outside React: the client, the session, the frame's state and the change feed. */
export const startApp = ({ base, i18n, channel, locks, reload, goHome }: Surroundings): App => {
  const client = createClient({
    base,
    token: () => session.getSnapshot().context.token,
    language: () => shell.getSnapshot().context.language,
    onLoggedOut: (byHand) => session.send({ type: byHand ? 'loggedOut' : 'readRefused' }),
    onNoAnswer: (message) => showError(i18n.t('common:noAnswer', { message })),
  })

  const session = createActor(
    sessionMachine.provide({
      actors: {
        login: fromPromise<{ token: string }, Credentials>(({ input }) => client.call(login, input)),
        loadAccount: fromPromise<Account, { token: string }>(({ input }) => client.call(userInfo, input)),
        logout: fromPromise<unknown, { token: string | undefined }>(({ input }) => client.call(logout, input)),
      },
      actions: {
        keepToken: (_, { token }) => keepToken(token),
        dropToken,
        goHome,
        reload,
      },
    }),
    { input: { token: readToken() } },
  )

  const narrow = matchMedia(`(width < ${mobileBelow}px)`)
  const device = () => (narrow.matches ? 'mobile' : 'desktop')

  const shell = createActor(
    shellMachine.provide({
      actors: {
        switchLanguage: fromPromise<Language, { language: Language; chosen: boolean }>(async ({ input }) => {
          const { language, chosen } = input
          if (chosen && session.getSnapshot().matches({ active: 'live' })) await client.call(setLanguage, { language })
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

  const changes = createChanges({ client, channel, locks })

  narrow.addEventListener('change', () => shell.send({ type: 'resized', device: device() }))
  // All windows of a browser share one session: it ends in all of them.
  channel.addEventListener('message', ({ data }) => {
    if (data === left) session.send({ type: 'loggedOut' })
  })
  session.subscribe((snapshot) => {
    if (snapshot.matches('leaving')) channel.postMessage(left)
    if (!snapshot.matches({ active: 'live' })) return changes.stop()
    changes.start()
    // A choice made in this browser outweighs the one that the account remembers.
    if (!remembered('language')) shell.send({ type: 'languageKnown', language: snapshot.context.language })
  })

  shell.start()
  session.start()
  return { client, session, shell, changes }
}
