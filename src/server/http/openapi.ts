import * as z from 'zod/mini'
import { type Endpoint, fileBytes, type Permission } from '../../services/endpoint.ts'
import { signatureHeaders } from '../channels/signature.ts'

type Json = Record<string, unknown>
type Described = Pick<Endpoint, 'id' | 'interface' | 'method' | 'path' | 'permission' | 'body' | 'data' | 'limit'>
type ObjectSchema = { properties?: Record<string, Json>; required?: string[] }

/** The envelope codes with which a call may be refused. Most depend on who may call. */
export const codesOf = ({ permission, method }: Pick<Endpoint, 'permission' | 'method'>): number[] => {
  const allowed: Record<Permission, number[]> = {
    anyone: [401],
    staff: [403],
    granted: [403],
    customerApp: [],
    signed: [],
  }
  const changes = method === 'POST' ? [409, 422] : []
  return [400, ...allowed[permission], 404, ...changes, 429, 500, 504, 4030]
}

const session = { token: [], sid: [] }
const security: Record<Permission, Json[]> = {
  anyone: [],
  staff: [session],
  granted: [session],
  customerApp: [{ apiKey: [] }],
  signed: [{ timestamp: [], signature: [] }],
}
const header = (name: string) => ({ type: 'apiKey', in: 'header', name })
const securitySchemes = {
  token: header('x-token'),
  sid: { type: 'apiKey', in: 'cookie', name: 'sid' },
  apiKey: header('x-api-key'),
  timestamp: header(signatureHeaders.timestamp),
  signature: header(signatureHeaders.signature),
}

const isBytes = (schema: unknown) => schema === fileBytes

/** A schema as JSON Schema 2020-12, without the bounds of safe integers. Throws for a type that JSON Schema lacks. */
export const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema, ...json } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    // JSON cannot carry bytes: only the base64 side of the union remains.
    unrepresentable: ({ zodSchema }) => (isBytes(zodSchema) ? { not: {} } : 'throw'),
    override: ({ jsonSchema, zodSchema }) => {
      if (zodSchema._zod.def.type === 'union' && zodSchema._zod.def.options.some(isBytes)) {
        const [only] = jsonSchema.anyOf ?? []
        delete jsonSchema.anyOf
        Object.assign(jsonSchema, only)
      }
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  return json
}

/** A path in OpenAPI syntax: `:name` is a parameter, `:name{word}` is the fixed word. */
export const pathOf = (path: string) => path.replaceAll(/:\w+\{(\w+)\}/g, '$1').replaceAll(/:(\w+)/g, '{$1}')

const inPath = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))

const inQuery = (body: z.ZodMiniType) => {
  const { properties = {}, required = [] } = schemaOf(body, 'input') as ObjectSchema
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

const key = (required: boolean) => ({
  name: 'Idempotency-Key',
  in: 'header',
  required,
  schema: { type: 'string', minLength: 1, maxLength: 200 },
})

const json = (schema: unknown) => ({ 'application/json': { schema } })
const refusal = { $ref: '#/components/schemas/Refusal' }
const accepted = (data: Json) => ({
  type: 'object',
  properties: { code: { const: 0 }, msg: { const: '' }, data },
  required: ['code', 'msg', 'data'],
})

const responsesOf = (endpoint: Described) => {
  const codes = codesOf(endpoint)
  const done = accepted(schemaOf(endpoint.data, 'output'))
  if (endpoint.permission === 'signed')
    return {
      200: { description: 'Delivered', content: json(done) },
      default: { description: `Not delivered, to be called again; code: ${codes.join(', ')}`, content: json(refusal) },
    }
  const refused = { allOf: [refusal, { properties: { code: { enum: codes } } }] }
  return { 200: { description: 'Done, or refused by its code', content: json({ oneOf: [done, refused] }) } }
}

const operationOf = (endpoint: Described) => {
  const { id, interface: granted, method, permission, body, limit } = endpoint
  const isPost = method === 'POST'
  return {
    operationId: id,
    tags: [id.split('.')[0]],
    'x-permission': permission === 'granted' ? granted : permission,
    ...(isPost && { 'x-body-limit': limit }),
    security: security[permission],
    parameters: [
      ...inPath(pathOf(endpoint.path)),
      ...(isPost ? (permission === 'signed' ? [] : [key(permission === 'customerApp')]) : inQuery(body)),
    ],
    ...(isPost && { requestBody: { required: true, content: json(schemaOf(body, 'input')) } }),
    responses: responsesOf(endpoint),
  }
}

const feed = {
  operationId: 'feed',
  tags: ['feed'],
  'x-permission': 'staff',
  security: security.staff,
  parameters: [{ name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'string', pattern: '^\\d+$' } }],
  responses: {
    200: {
      description: 'Changes as they happen, or a refusal',
      content: { 'text/event-stream': { schema: { type: 'string' } }, ...json(refusal) },
    },
  },
}

/** The OpenAPI 3.1 document of all endpoints. */
export const openapi = (endpoints: readonly Described[]): Json => {
  const paths: Record<string, Json> = { '/feed': { get: feed } }
  for (const endpoint of endpoints)
    (paths[pathOf(endpoint.path)] ??= {})[endpoint.method.toLowerCase()] = operationOf(endpoint)
  const refused = {
    type: 'object',
    properties: { code: { type: 'integer' }, msg: { type: 'string' }, data: {} },
    required: ['code', 'msg', 'data'],
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Loket', version: '1' },
    servers: [{ url: '/api' }],
    paths,
    components: { schemas: { Refusal: refused }, securitySchemes },
  }
}
