import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { clientOf } from '../kit/clientAddress.ts'

const year = 'max-age=31536000; includeSubDomains'
const features = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'serial', 'usb'] as const

/** The headers of every answer, the HTTP parser's own refusals included. */
export const always: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

/** The security headers of the console's files and the API's answers. */
export const consoleHeaders = (): MiddlewareHandler =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      // Blueprint positions popovers and table cells with style attributes.
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

/** Sets HSTS on answers to https requests. */
export const httpsFromNowOn =
  (proxies: number): MiddlewareHandler =>
  async (c, next) => {
    await next()
    if (clientOf(c, proxies).secure) c.header('Strict-Transport-Security', year)
  }

/** Forbids caching of API answers: the next user of a shared machine could read them. */
export const keptByNobody: MiddlewareHandler = async (c, next) => {
  await next()
  c.header('Cache-Control', 'no-store')
}
