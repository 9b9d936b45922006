import * as z from 'zod/mini'

/**
 * Who may call: anyone, any member of staff who is logged in, roles that were granted the interface, a customer app with a key, or a
 * provider, named by `:provider` in the path, that signs what it sends.
 */
export type Permission = 'anyone' | 'staff' | 'granted' | 'customerApp' | 'signed'

export type Endpoint<
  Body extends z.ZodMiniType = z.ZodMiniType,
  Data extends z.ZodMiniType = z.ZodMiniType,
  Allowed extends Permission = Permission,
> = {
  id: string
  /** What roles are granted; two endpoints that do one thing share it. */
  interface: string
  method: 'GET' | 'POST'
  path: string
  permission: Allowed
  /** The JSON body of a POST, the query of a GET. */
  body: Body
  data: Data
  /** The largest body taken, in bytes. */
  limit: number
  /** Screens call it by themselves, with nobody before them: to be called is no activity that keeps a session alive. */
  unattended: boolean
}

export type BodyOf<E extends Endpoint> = z.output<E['body']>
export type InputOf<E extends Endpoint> = z.input<E['body']>
export type DataOf<E extends Endpoint> = z.output<E['data']>

type Defaulted = 'interface' | 'limit' | 'unattended'
type Declared<E extends Endpoint> = Omit<E, Defaulted> & Partial<Pick<E, Defaulted>>

/** One endpoint as a value: the client calls it, the server mounts it, and its interface is what roles are granted. */
export const endpoint = <Body extends z.ZodMiniType, Data extends z.ZodMiniType, const Allowed extends Permission>(
  declared: Declared<Endpoint<Body, Data, Allowed>>,
): Endpoint<Body, Data, Allowed> => ({ interface: declared.id, limit: 64 * 1024, unattended: false, ...declared })

/** What every command answers: the stream's new version and the event's position. */
export const answer = z.object({ stream: z.string(), version: z.number(), pos: z.number(), id: z.string() })

export const nothing = z.strictObject({})
// A database refuses NUL and halves of characters; characters that turn the reading direction deceive the reader.
const notPlain = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u
export const plain = z.refine<string>((said) => !notPlain.test(said), 'characters')
/** Lines of them. */
export const plainLines = z.refine<string>((said) => !notPlain.test(said.replaceAll(/[\n\r\t]/g, '')), 'characters')
/** What somebody outside says in their own words: refused it would be lost, so what no database takes is a space in it. */
export const foreignWords = (most: number) =>
  z.string().check(
    z.overwrite((said) => said.replaceAll(new RegExp(notPlain, 'gu'), ' ')),
    z.maxLength(most),
  )

export const text = (most: number) =>
  z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(most, 'tooLong'), plain)
/** The same in several lines. */
export const longText = (most: number) =>
  z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(most, 'tooLong'), plainLines)
export const whole = z.number().check(z.int('whole'))
/** An id or a place that is counted up, as far as the database counts. */
export const serial = whole.check(z.minimum(0, 'range'), z.maximum(2_147_483_647, 'range'))
export const positive = whole.check(z.positive('positive'))
/** A large file as the server has it before a schema sees it: its bytes. */
export const fileBytes = z.instanceof(Uint8Array<ArrayBuffer>)
/** A file in base64, however large it is. */
export const sentFile = (reason: string) => z.union([z.base64(reason), fileBytes])
export type SentFile = z.infer<ReturnType<typeof sentFile>>
/** An amount of money. */
export const rupiah = positive.check(z.maximum(1e12, 'range'))
