import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { consoleHeaders, httpsFromNowOn, keptByNobody } from './headers.ts'

const year = 'public, max-age=31536000, immutable'

/** Serves the console beside the API: assets with a year's cache, `/docs` as static pages, elsewhere the one page. */
export const withConsole = (api: Hono, dist: string, proxies = 0): Hono => {
  const app = new Hono()
  app.use(httpsFromNowOn(proxies))
  app.use(consoleHeaders())
  app.use('/api/*', keptByNobody)
  app.route('/', api)
  app.use(compress())
  // Dotfiles belong to the build and are never served.
  app.use('*', (c, next) => (/(\/|%2f)(\.|%2e)/i.test(c.req.path) ? Promise.resolve(c.notFound()) : next()))
  app.use('/assets/*', async (c, next) => {
    await next()
    if (c.res.status === 200) c.header('Cache-Control', year)
  })
  app.use('/docs/*', async (c, next) => {
    await next()
    c.header('Cache-Control', 'no-cache')
    // The one kind of file that the middleware does not know.
    if (c.res.status === 200 && c.req.path.endsWith('.scxml')) c.header('Content-Type', 'application/scxml+xml')
  })
  // A page's links are relative to its folder: without the final slash they would break.
  app.get('/docs/:language{[a-z]+}?', (c, next) =>
    existsSync(`${dist}${c.req.path}/index.html`) ? c.redirect(`${c.req.path}/`) : next(),
  )
  const page = async (c: Context) => {
    c.header('Cache-Control', 'no-cache')
    return c.html(await readFile(`${dist}/index.html`, 'utf8'))
  }
  app.get('/', page)
  // Without a build there is only the API; the middleware would warn about the missing folder.
  if (existsSync(dist)) app.use('*', serveStatic({ root: dist, precompressed: true }))
  // An old tab may ask for a chunk of the last release; it must not cache the page under that name.
  app.get('/assets/*', (c) => c.notFound())
  app.get('/docs/*', (c) => c.notFound())
  app.get('*', page)
  return app
}
