import { beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../../kit/engines.ts'
import { type Person, rawCalls } from '../../kit/raw.ts'
import { withApp } from '../../kit/withApp.ts'

const keys = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__', 'valueOf']
const bodies = [
  ...keys.map((key) => `{"${key}":{"polluted":true,"toString":"x","permission":"anyone"}}`),
  '{"__proto__":"polluted"}',
  ...['__proto__', 'constructor'].map((key) => {
    const inside = `{"${key}":{"polluted":true}}`
    return `{"filter":${inside},"said":${inside},"layout":{"columns":[],"${key}":{"polluted":true}}}`
  }),
]
const queries = keys.flatMap((key) => [`${key}[polluted]=true`, `${key}.polluted=true`, `${key}=polluted&${key}=again`])

describe('keys that name a prototype', () => {
  const { app } = withApp(engines().at(-1))
  let admin: Person
  beforeAll(async () => {
    admin = await rawCalls(app.app).login('admin')
  })

  const isClean = () => Object.keys(Object.prototype).length === 0 && !('polluted' in {}) && !('polluted' in [])

  test('are refused as fields that nobody knows, at every endpoint, and change nothing', async () => {
    const wrong: string[] = []
    for (const { method, path, permission } of app.mounted) {
      if (permission === 'customerApp' || permission === 'signed') continue
      for (const input of method === 'GET' ? queries : bodies) {
        const answer =
          method === 'GET' ? await admin.call(`GET ${path}?${input}`) : await admin.call(`POST ${path}`, input)
        if (answer.code !== 400 || !isClean()) wrong.push(`${method} ${path} ${input}: ${answer.code}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('give nobody a right, a state or a word that they name', async () => {
    const nobody = rawCalls(app.app)
    for (const key of keys) {
      expect(await nobody.call(`GET /${key}`)).toMatchObject({ code: 404 })
      expect(await nobody.call(`POST /channels/${key}/callback`, {})).toMatchObject({ code: 404 })
      expect(await nobody.call('GET /power/get_apps', undefined, { 'accept-language': key })).toMatchObject({
        code: 403,
      })
      expect(
        await nobody.call('GET /power/get_apps', undefined, { 'x-token': key, cookie: `sid=${key}` }),
      ).toMatchObject({ code: 403 })
    }
  })
})
