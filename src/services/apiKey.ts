import * as z from 'zod/mini'
import { answer, endpoint, nothing, whole } from './endpoint.ts'

const instant = whole
const name = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,20}$/, 'code'))
const staff = z.object({ id: z.string(), name: z.string() })

const apiKey = z.object({
  name: z.string(),
  version: whole,
  state: z.enum(['active', 'revoked']),
  maker: z.nullable(staff),
  madeAt: z.nullable(instant),
  revoker: z.nullable(staff),
  revokedAt: z.nullable(instant),
})
export type ApiKeyRow = z.infer<typeof apiKey>

/** The API keys of customers' apps, by name, without the secrets. */
export const list = endpoint({
  id: 'apiKey.list',
  interface: 'setting.list',
  method: 'GET',
  path: '/power/api_keys',
  permission: 'granted',
  unattended: true,
  body: nothing,
  data: z.object({ keys: z.array(apiKey) }),
})

/** `secret` is the key. A repeated call answers null, because the server tells the secret once. */
export const make = endpoint({
  id: 'apiKey.make',
  method: 'POST',
  path: '/power/api_keys/make',
  permission: 'granted',
  body: z.strictObject({ name }),
  data: z.extend(answer, { secret: z.nullable(z.string()) }),
})

/** Revokes the key: the server refuses it from then on. */
export const revoke = endpoint({
  id: 'apiKey.revoke',
  method: 'POST',
  path: '/power/api_keys/revoke',
  permission: 'granted',
  body: z.strictObject({ name, version: whole }),
  data: answer,
})

export const commands = { keyMade: make, keyRevoked: revoke }
