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
import { accountListed } from './account.listed.ts'
import { accountHandlers } from './accounts.ts'
import { apiKeyHandlers } from './apiKey.ts'
import { approveListed } from './approve.listed.ts'
import { approveHandlers } from './approve.ts'
import { auditListed } from './audit.listed.ts'
import { auditScreens } from './audit.screens.ts'
import { createAudit } from './audit.ts'
import { backtestHandlers } from './backtest.ts'
import { bankStatementListed } from './bankStatement.listed.ts'
import { bankStatementHandlers } from './bankStatement.ts'
import { bulkHandlers } from './bulk.ts'
import type { Channels } from './channels/channels.ts'
import type { Clock } from './clock.ts'
import { concealedHandlers } from './concealed.ts'
import { dashboardHandlers } from './dashboard.ts'
import type { Database } from './database.ts'
import { appendLines } from './effects/appendLines.ts'
import { applyEdit } from './effects/applyEdit.ts'
import { askProvider } from './effects/askProvider.ts'
import { followApproval } from './effects/followApproval.ts'
import { machineReview } from './effects/machineReview.ts'
import { matchLines } from './effects/matchLines.ts'
import { openLoan } from './effects/openLoan.ts'
import { beginStatement, dropStatement, readStatement } from './effects/readStatement.ts'
import { recheckCustomer } from './effects/recheckCustomer.ts'
import { reconcileLine, reverseLine } from './effects/reconcileLine.ts'
import { retireReplaced } from './effects/retireReplaced.ts'
import { beginBacktest, dropBacktest, noteBacktest, runBacktest } from './effects/runBacktest.ts'
import { collectRows, runBulk } from './effects/runBulk.ts'
import { beginExport, dropExport, runExport } from './effects/runExport.ts'
import { beginSheet, dropSheet, runSheet } from './effects/runSheet.ts'
import { sendPayout } from './effects/sendPayout.ts'
import { sendWithdrawal } from './effects/sendWithdrawal.ts'
import { voidLoan } from './effects/voidLoan.ts'
import { erasures } from './erasure.ts'
import { exportHandlers } from './export.ts'
import { createFeed } from './feed.ts'
import { createFigures } from './figures.ts'
import { fillBriefs } from './fillBriefs.ts'
import { createFlowCounter } from './flow.counter.ts'
import { flowHandlers } from './flow.ts'
import { createGaps } from './gaps.ts'
import { consoleHeaders, httpsFromNowOn, keptByNobody } from './headers.ts'
import { intakeHandlers } from './intake.ts'
import { type Limits, limits as usual } from './limits.ts'
import { createMetrics } from './metrics.ts'
import { createMount } from './mount.ts'
import { noteHandlers } from './notes.ts'
import { sessionsEnded } from './notices.ts'
import { openapi } from './openapi.ts'
import { orderListed } from './order.listed.ts'
import { orderSheets } from './order.sheet.ts'
import { orderHandlers } from './order.ts'
import { createOutdated } from './outdated.ts'
import { refuseForeign } from './ownSite.ts'
import { payoutsListed } from './payout.listed.ts'
import { payoutOfOrder } from './payout.order.ts'
import { payoutHandlers } from './payout.ts'
import { payoutSendings } from './payout.words.ts'
import { powerHandlers } from './power.ts'
import { createProbes } from './probes.ts'
import { projections } from './projections.ts'
import { providerReports } from './providerReports.ts'
import { noteUnheard } from './providerWords.ts'
import { Refused } from './refused.ts'
import { repayFind } from './repay.find.ts'
import { repayListed } from './repay.listed.ts'
import { repayLists } from './repay.lists.ts'
import { repayLoan } from './repay.loan.ts'
import { virtualAccounts } from './repay.received.ts'
import { repayHandlers } from './repay.ts'
import { requestOf } from './requests.ts'
import { createDispatch } from './reviewers.dispatch.ts'
import { reviewerHandlers } from './reviewers.ts'
import { riskHandlers } from './risk.ts'
import type { Server } from './server.ts'
import { createSessions } from './sessions.ts'
import { recordFound } from './setting.found.ts'
import { settingHandlers } from './setting.ts'
import { forEverybody } from './share.ts'
import { createStore } from './store.ts'
import { createStoring } from './storing.ts'
import { userHandlers } from './user.ts'
import { createVault } from './vault.ts'
import { viewHandlers } from './views.ts'
import { withdrawalListed } from './withdrawal.listed.ts'
import { withdrawalHandlers } from './withdrawal.ts'
import { withdrawalSendings } from './withdrawal.words.ts'
import { beside, createWork } from './work.ts'

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

  const feed = createFeed({ db, most: limits.feeds })
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
