import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { consoleHeaders, httpsFromNowOn, keptByNobody } from './headers.ts'

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
