import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import type { Logger } from 'pino'
import { list as allAccounts } from '../services/account.ts'
import { list } from '../services/approve.ts'
import { list as bankLines } from '../services/bankStatement.ts'
import { list as allOrders } from '../services/order.ts'
import { list as allWithdrawals } from '../services/withdrawal.ts'
import { accountListed } from './access/account.exports.ts'
import { accountHandlers } from './access/account.ts'
import { powerHandlers } from './access/role.ts'
import { userHandlers } from './access/session.ts'
import { apiKeyHandlers } from './apiKey/commands.ts'
import { approveHandlers } from './approval/commands.ts'
import { approveListed } from './approval/exports.ts'
import { intakeHandlers } from './approval/intake.ts'
import { machineReview } from './approval/machineReview.ts'
import { noteHandlers } from './approval/notes.ts'
import { createAudit } from './audit/audit.ts'
import { auditListed } from './audit/exports.ts'
import { auditScreens } from './audit/screens.ts'
import { backtestHandlers } from './backtest/commands.ts'
import { beginBacktest, dropBacktest, noteBacktest, runBacktest } from './backtest/runBacktest.ts'
import { bulkHandlers } from './bulk/commands.ts'
import { collectRows, runBulk } from './bulk/runBulk.ts'
import type { Channels } from './channels/channels.ts'
import { erasures } from './customers/erasure.ts'
import { fillBriefs } from './customers/fillMasked.ts'
import { concealedHandlers } from './customers/opaqueFilterValues.ts'
import { createVault } from './customers/vault.ts'
import { dashboardHandlers } from './dashboard/lists.ts'
import type { Database } from './db/database.ts'
import { createOutdated } from './db/outdated.ts'
import { exportHandlers } from './exports/commands.ts'
import { beginExport, dropExport, runExport } from './exports/runExport.ts'
import { createFlowCounter } from './flow/counter.ts'
import { flowHandlers } from './flow/lists.ts'
import { createFeed } from './http/feed.ts'
import { createFigures } from './http/figures.ts'
import { consoleHeaders, httpsFromNowOn, keptByNobody } from './http/headers.ts'
import { createMetrics } from './http/metrics.ts'
import { createMount } from './http/mount.ts'
import { openapi } from './http/openapi.ts'
import { refuseForeign } from './http/originCheck.ts'
import { createProbes } from './http/probes.ts'
import { requestOf } from './http/requests.ts'
import { createStoring } from './http/storing.ts'
import type { Clock } from './kit/clock.ts'
import { type Limits, limits as usual } from './kit/limits.ts'
import { forEverybody } from './kit/loopShare.ts'
import { Refused } from './kit/refused.ts'
import { repayHandlers } from './loan/commands.ts'
import { repayLoan } from './loan/detail.ts'
import { repayListed } from './loan/exports.ts'
import { repayFind } from './loan/find.ts'
import { repayLists } from './loan/lists.ts'
import { openLoan } from './loan/openLoan.ts'
import { voidLoan } from './loan/voidLoan.ts'
import { createGaps } from './maintenance/gaps.ts'
import { applyEdit } from './order/applyEdit.ts'
import { orderListed } from './order/exports.ts'
import { orderHandlers } from './order/lists.ts'
import { recheckCustomer } from './order/recheckCustomer.ts'
import { beginSheet, dropSheet, runSheet } from './order/runSheet.ts'
import { orderSheets } from './order/sheet.ts'
import { payoutHandlers } from './payout/commands.ts'
import { payoutOfOrder } from './payout/detail.ts'
import { payoutsListed } from './payout/exports.ts'
import { followApproval } from './payout/followApproval.ts'
import { sendPayout } from './payout/sendPayout.ts'
import { payoutSendings } from './payout/words.ts'
import { projections } from './projections.ts'
import { askProvider } from './providerReports/askProvider.ts'
import { providerReports } from './providerReports/commands.ts'
import { noteUnheard } from './providerReports/words.ts'
import { reviewerHandlers } from './reviewers/commands.ts'
import { createDispatch } from './reviewers/dispatch.ts'
import { riskHandlers } from './risk/commands.ts'
import { retireReplaced } from './risk/retireReplaced.ts'
import { viewHandlers } from './savedViews/commands.ts'
import type { Server } from './server.ts'
import { settingHandlers } from './setting/commands.ts'
import { recordFound } from './setting/found.ts'
import { createSessions } from './staff/sessions.ts'
import { appendLines } from './statement/appendLines.ts'
import { bankStatementHandlers } from './statement/commands.ts'
import { bankStatementListed } from './statement/exports.ts'
import { matchLines } from './statement/matchLines.ts'
import { beginStatement, dropStatement, readStatement } from './statement/readStatement.ts'
import { reconcileLine, reverseLine } from './statement/reconcileLine.ts'
import { sessionsEnded } from './store/notices.ts'
import { beside, createWork } from './store/outbox.ts'
import { createStore } from './store/store.ts'
import { virtualAccounts } from './virtualAccount/commands.ts'
import { withdrawalHandlers } from './withdrawal/commands.ts'
import { withdrawalListed } from './withdrawal/exports.ts'
import { sendWithdrawal } from './withdrawal/sendWithdrawal.ts'
import { withdrawalSendings } from './withdrawal/words.ts'

const sendings = [payoutSendings, withdrawalSendings]

type Parts = {
  db: Database
  clock: Clock
  ids: () => string
  channels: Channels
  log: Logger
  /** Who brings it may read the figures from another machine. */
  metricsToken?: string | undefined
  limits?: Limits
  /** How many proxies stand in front and name who called them. */
  proxies?: number
  /** Hears why this server must end, once a newer one has made it outdated. */
  outdated?: (why: string) => void
}

/** The admin server under `/api`. `start` begins the work in the background, `stop` lets what is in hand finish. */
export const createApp = async ({
  db,
  clock,
  ids,
  channels,
  log,
  metricsToken,
  limits = usual,
  proxies = 0,
  outdated = () => {},
}: Parts) => {
  const metrics = createMetrics()
  const allInterfaces: string[] = []
  const sessions = createSessions({ db, allInterfaces })
  const vault = await createVault({ db, ids })
  await fillBriefs(db.sql)
  const audit = createAudit(db)
  const storing = createStoring(db)
  const { api, mounted, handle, perform, staffOf, refuse } = createMount({
    db,
    vault,
    audit,
    sessions,
    providers: {
      secrets: channels.secrets,
      unheard: (name, why) => noteUnheard(db, name, why, ids(), clock.now()),
    },
    clock,
    ids,
    log,
    metrics,
    storing,
    limits,
    proxies,
  })
  const store = createStore({ db, projections, ids, stored: metrics.stored })
  const server: Server = {
    db,
    store,
    vault,
    audit,
    sessions,
    clock,
    ids,
    channels,
    log,
    handle,
  }

  userHandlers(server)
  accountHandlers(server, allInterfaces)
  powerHandlers(server, mounted)
  settingHandlers(server)
  apiKeyHandlers(server)
  intakeHandlers(server)
  approveHandlers(server)
  reviewerHandlers(server)
  orderHandlers(server)
  orderSheets(server)
  // Before the reports on sendings, which take the calls of every other provider.
  virtualAccounts(server)
  providerReports(server, sendings)
  payoutHandlers(server)
  payoutOfOrder(server)
  withdrawalHandlers(server)
  noteHandlers(server)
  repayHandlers(server)
  repayLists(server)
  repayLoan(server)
  repayFind(server)
  riskHandlers(server)
  backtestHandlers(server)
  bankStatementHandlers(server)
  auditScreens(server)
  erasures(server)
  dashboardHandlers(server)
  flowHandlers(server)
  viewHandlers(server)
  concealedHandlers(server)
  const lists = {
    [list.id]: approveListed(server),
    [allOrders.id]: orderListed(server),
    ...payoutsListed(server),
    ...repayListed(server),
    [bankLines.id]: bankStatementListed(server),
    [allAccounts.id]: accountListed(server),
    [allWithdrawals.id]: withdrawalListed(server),
    ...auditListed(server),
  }
  exportHandlers(server, lists)
  bulkHandlers(server, lists)
  allInterfaces.push(
    ...new Set(mounted.filter(({ permission }) => permission === 'granted').map((endpoint) => endpoint.interface)),
  )

  const feed = createFeed({ db, most: limits.feeds, heartbeat: limits.heartbeat })
  api.get('/feed', async (c) => {
    const request = Object.assign(requestOf(c), { endpoint: 'feed', unattended: true })
    try {
      refuseForeign(c, proxies)
      const current = () => staffOf(c, false)
      const staff = await current()
      request.by = staff.id
      return feed.serve(c, staff, current)
    } catch (error) {
      return refuse(c, error)
    }
  })
  api.get('/openapi.json', async (c) => {
    const request = Object.assign(requestOf(c), { endpoint: 'openapi' })
    try {
      refuseForeign(c, proxies)
      request.by = (await staffOf(c, true)).id
      return c.json(openapi(mounted))
    } catch (error) {
      return refuse(c, error)
    }
  })
  let stopping = false
  const probes = createProbes({
    db,
    storing,
    isStopping: () => stopping,
    figures: createFigures({ db, clock, feed, metrics }),
    contentType: metrics.registry.contentType,
    token: metricsToken,
  })
  api.route('/', probes)
  api.all('*', (c) => refuse(c, new Refused(404, 'errors:noSuchPath')))

  const short = createWork({
    db,
    store,
    clock,
    log,
    effects: {
      runMachineReview: machineReview(server),
      retireReplaced: retireReplaced(server),
      openPayout: followApproval(server),
      cancelPayout: followApproval(server),
      sendPayout: sendPayout(server),
      sendWithdrawal: sendWithdrawal(server),
      askProvider: askProvider(server, sendings),
      applyEdit: applyEdit(server),
      recheckCustomer: recheckCustomer(server),
      reconcileLine: reconcileLine(server),
      reverseLine: reverseLine(server),
      openLoan: openLoan(server),
      voidLoan: voidLoan(server),
    },
  })
  const long = createWork({
    db,
    store,
    clock,
    log,
    effects: {
      beginExport: beginExport(server),
      runExport: runExport(server, lists),
      dropExport: dropExport(server),
      collectRows: collectRows(server, lists),
      beginSheet: beginSheet(server),
      runSheet: runSheet(server),
      dropSheet: dropSheet(server),
      beginStatement: beginStatement(server),
      readStatement: readStatement(server),
      appendLines: appendLines(server),
      matchLines: matchLines(server),
      dropStatement: dropStatement(server),
      runBulk: runBulk(server, lists, perform),
    },
    timed: false,
  })
  const thorough = createWork({
    db,
    store,
    clock,
    log,
    effects: {
      beginBacktest: beginBacktest(server),
      runBacktest: runBacktest(server),
      noteBacktest: noteBacktest(server),
      dropBacktest: dropBacktest(server),
    },
    timed: false,
  })
  // No customer waits for the machine because somebody has a long list written, and no list because of a backtest.
  const work = beside(short, beside(long, thorough))
  const flow = createFlowCounter({ db, log })
  const dispatch = createDispatch({ db, store, clock, ids, log })
  const schema = createOutdated({ db, log, outdated })
  const gaps = createGaps({ db, log })
  const start = async () => {
    await recordFound(server)
    await feed.start()
    const heard = (said: string) => {
      if (said === sessionsEnded) return feed.doubt()
      feed.wake()
      work.wake()
      flow.wake()
      dispatch.wake()
    }
    // The embedded database tells it in the midst of the call that stored something.
    await store.listen((said) => forEverybody(() => heard(said)))
    await work.start()
    flow.start()
    dispatch.start()
    schema.start()
    gaps.start()
    metrics.watchProcess()
  }
  const stop = async () => {
    stopping = true
    await work.stop()
    await flow.stop()
    await dispatch.stop()
    await gaps.stop()
    await schema.stop()
    await feed.stop()
  }

  const app = new Hono().route('/', probes).route('/api', api)
  return { app, server, mounted, work, dispatch, feed, start, stop }
}

const year = 'public, max-age=31536000, immutable'

/** The console's files beside the API: hashed assets are kept for ever, what stands under `/docs` is itself, every other path is the one page. */
export const withConsole = (api: Hono, dist: string, proxies = 0): Hono => {
  const app = new Hono()
  app.use(httpsFromNowOn(proxies))
  app.use(consoleHeaders())
  app.use('/api/*', keptByNobody)
  app.route('/', api)
  app.use(compress())
  // Files whose names begin with a dot belong to the build and are never served.
  app.use('*', (c, next) => (/(\/|%2f)(\.|%2e)/i.test(c.req.path) ? Promise.resolve(c.notFound()) : next()))
  app.use('/assets/*', async (c, next) => {
    await next()
    if (c.res.status === 200) c.header('Cache-Control', year)
  })
  app.use('/docs/*', async (c, next) => {
    await next()
    c.header('Cache-Control', 'no-cache')
  })
  // Links on a page are relative to its folder: without the slash at its end they would miss.
  app.get('/docs/:language{[a-z]+}?', (c, next) =>
    existsSync(`${dist}${c.req.path}/index.html`) ? c.redirect(`${c.req.path}/`) : next(),
  )
  const page = async (c: Context) => {
    c.header('Cache-Control', 'no-cache')
    return c.html(await readFile(`${dist}/index.html`, 'utf8'))
  }
  app.get('/', page)
  // Before the console was built there is the API alone; the middleware would complain of the folder.
  if (existsSync(dist)) app.use('*', serveStatic({ root: dist, precompressed: true }))
  // An old tab that asks for a chunk of the last release must not keep a page under its name.
  app.get('/assets/*', (c) => c.notFound())
  app.get('/docs/*', (c) => c.notFound())
  app.get('*', page)
  return app
}
