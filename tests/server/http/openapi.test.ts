import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openapi } from '../../../src/server/http/openapi.ts'
import { endpoint, nothing } from '../../../src/services/endpoint.ts'
import { rawCalls } from '../../kit/raw.ts'
import { withApp } from '../../kit/withApp.ts'

type Operation = {
  operationId: string
  'x-permission': string
  security: object[]
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: object
}
type Document = { paths: Record<string, Record<string, Operation>> }

const { app } = withApp()
let document: Document
beforeAll(async () => {
  const { token, cookie } = await app.login('reviewer1')
  const response = await app.app.request('/api/openapi.json', { headers: { 'x-token': token, cookie } })
  document = (await response.json()) as Document
})

test('what the server says of its endpoints is OpenAPI', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  expect(errors).toBe(undefined)
  expect(valid).toBe(true)
})

test('every endpoint is in it once, with who may call it, and so is the change feed', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  const permissions = app.mounted.map(
    ({ id, permission, interface: granted }) => `${id} ${permission === 'granted' ? granted : permission}`,
  )
  expect(operations.map((one) => `${one.operationId} ${one['x-permission']}`).toSorted()).toEqual(
    [...permissions, 'feed staff'].toSorted(),
  )
})

test('a call that changes something may find it changed or refused; one that only reads does not', () => {
  const codesAt = (path: string, method: string) => JSON.stringify(document.paths[path]![method])
  expect(codesAt('/intake/applications', 'post')).toMatch(/\b409\b.*\b422\b/)
  expect(codesAt('/intake/applications/status', 'get')).not.toMatch(/\b(409|422)\b/)
})

test('a customer app brings a key to the interface and one to each application', () => {
  const { security, parameters, requestBody } = document.paths['/intake/applications']!['post']!
  expect(security).toEqual([{ apiKey: [] }])
  expect(parameters).toMatchObject([{ name: 'Idempotency-Key', in: 'header', required: true }])
  expect(requestBody).toMatchObject({
    content: { 'application/json': { schema: { required: expect.arrayContaining(['app', 'amount', 'customer']) } } },
  })
})

test('what is asked for by GET stands in the query, and a provider in the path', () => {
  expect(document.paths['/intake/applications/status']!['get']!.parameters).toMatchObject([
    { name: 'orderNo', in: 'query', required: true },
  ])
  expect(document.paths['/channels/{provider}/callback']!['post']!.parameters).toMatchObject([
    { name: 'provider', in: 'path', required: true },
  ])
})

test('is for who is logged in, and for no page of another site', async () => {
  const { call } = rawCalls(app.app)
  expect(await call('GET /openapi.json')).toMatchObject({ code: 403 })
  const { token, cookie } = await app.login('reviewer1')
  const headers = { 'x-token': token, cookie, 'sec-fetch-site': 'cross-site' }
  expect(await call('GET /openapi.json', undefined, headers)).toMatchObject({ code: 4030 })
})

test('a type that JSON cannot say ends the making of it', () => {
  const odd = endpoint({
    id: 'odd',
    method: 'POST',
    path: '/odd',
    permission: 'staff',
    body: nothing,
    data: z.object({ at: z.date() }),
  })
  expect(() => openapi([odd])).toThrow(/Date cannot be represented/)
})
