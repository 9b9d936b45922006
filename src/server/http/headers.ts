import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { clientOf } from '../kit/clientAddress.ts'

const year = 'max-age=31536000; includeSubDomains'
const features = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'serial', 'usb'] as const

/** What every answer says whoever makes it, the HTTP parser's own refusals included. */
export const always: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

/** What the console's pages and files and the API's answers say to browsers. */
export const consoleHeaders = (): MiddlewareHandler =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      // Blueprint places popovers and table cells by style attributes.
      styleSrcAttr: ["'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      formAction: ["'self'"],
    },
    xFrameOptions: 'DENY',
    strictTransportSecurity: false,
    permissionsPolicy: Object.fromEntries(features.map((feature) => [feature, []])),
  })

/** A browser that came by https comes so from then on. */
export const httpsFromNowOn =
  (proxies: number): MiddlewareHandler =>
  async (c, next) => {
    await next()
    if (clientOf(c, proxies).secure) c.header('Strict-Transport-Security', year)
  }

/** Answers of the API are kept by nobody: a shared machine's cache is read by whoever comes next. */
export const keptByNobody: MiddlewareHandler = async (c, next) => {
  await next()
  c.header('Cache-Control', 'no-store')
}
