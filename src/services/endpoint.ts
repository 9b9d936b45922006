import * as z from 'zod/mini'
import { dayStart } from '../machines/calendar.ts'

/**
 * Who may call: anyone, any logged-in staff, roles with the interface, a customer app with an API key, or a provider that
 * signs its requests. The path names a provider by `:provider`.
 */
export type Permission = 'anyone' | 'staff' | 'granted' | 'customerApp' | 'signed'

export type Endpoint<
  Body extends z.ZodMiniType = z.ZodMiniType,
  Data extends z.ZodMiniType = z.ZodMiniType,
  Allowed extends Permission = Permission,
> = {
  id: string
  /** The interface that roles are granted; two endpoints for one action share it. */
  interface: string
  method: 'GET' | 'POST'
  path: string
  permission: Allowed
  /** The JSON body of a POST, the query of a GET. */
  body: Body
  data: Data
  /** The largest body taken, in bytes. */
  limit: number
  /** Screens make the call by themselves, so it does not count as activity that keeps a session alive. */
  unattended: boolean
}

export type BodyOf<E extends Endpoint> = z.output<E['body']>
export type InputOf<E extends Endpoint> = z.input<E['body']>
export type DataOf<E extends Endpoint> = z.output<E['data']>

type Defaulted = 'interface' | 'limit' | 'unattended'
type Declared<E extends Endpoint> = Omit<E, Defaulted> & Partial<Pick<E, Defaulted>>

/** The largest body of a call that uploads nothing. */
export const usualLimit = 64 * 1024

/** Defines one endpoint: the client calls it, the server mounts it, and roles are granted its interface. */
export const endpoint = <Body extends z.ZodMiniType, Data extends z.ZodMiniType, const Allowed extends Permission>(
  declared: Declared<Endpoint<Body, Data, Allowed>>,
): Endpoint<Body, Data, Allowed> => ({
  interface: declared.id,
  limit: declared.permission === 'anyone' ? 4 * 1024 : usualLimit,
  unattended: false,
  ...declared,
})

/** The answer of every command: the stream's new version and the event's position. */
export const answer = z.object({ stream: z.string(), version: z.number(), pos: z.number(), id: z.string() })

export const nothing = z.strictObject({})
// PostgreSQL refuses NUL and lone surrogates; characters that change the text direction can deceive the reader.
const notPlain = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u
export const plain = z.refine<string>((value) => !notPlain.test(value), 'characters')
/** Plain text of several lines. */
export const plainLines = z.refine<string>((value) => !notPlain.test(value.replaceAll(/[\n\r\t]/g, '')), 'characters')
/**
 * Text of an external party, up to `most` characters. Characters that no database stores become spaces, because a
 * refusal would lose the text.
 */
export const foreignWords = (most: number) =>
  z.string().check(
    z.overwrite((value) => value.replaceAll(new RegExp(notPlain, 'gu'), ' ')),
    z.maxLength(most),
  )

export const text = (most: number) =>
  z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(most, 'tooLong'), plain)
/** The same in several lines. */
export const longText = (most: number) =>
  z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(most, 'tooLong'), plainLines)
/** Markup and emoji are in nobody's name. */
export const isPersonName = (value: string): boolean => !/[<>\p{Extended_Pictographic}]/u.test(value)
export const personName = (most: number) => text(most).check(z.refine(isPersonName, 'personName'))
export const whole = z.number().check(z.int('whole'))
/** A serial number within the range of the database's integer type. */
export const serial = whole.check(z.minimum(0, 'range'), z.maximum(2_147_483_647, 'range'))
/** An instant of the days that staff can choose, so that every one has four digits of a year. */
export const chosenDay = whole.check(
  z.minimum(dayStart('1900-01-01'), 'range'),
  z.maximum(dayStart('2999-12-31'), 'range'),
)
export const positive = whole.check(z.positive('positive'))
/** A large file's bytes, as the server passes them to the schema. */
export const fileBytes = z.instanceof(Uint8Array<ArrayBuffer>)
/** A file in base64, of any size. */
export const sentFile = (reason: string) => z.union([z.base64(reason), fileBytes])
export type SentFile = z.infer<ReturnType<typeof sentFile>>
export const rupiah = positive.check(z.maximum(1e12, 'range'))
