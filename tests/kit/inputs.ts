import fc, { type Arbitrary } from 'fast-check'
import type * as z from 'zod/mini'
import { hostileNumbers, hostileStrings } from './hostile.ts'

type Check = { _zod: { def: { check: string; minimum?: number; maximum?: number; value?: number; pattern?: RegExp } } }
type Def = {
  type: string
  format?: string
  checks?: Check[]
  shape?: Record<string, Schema>
  innerType?: Schema
  element?: Schema
  options?: Schema[]
  items?: Schema[]
  entries?: Record<string, unknown>
  values?: unknown[]
  keyType?: Schema
  valueType?: Schema
  in?: Schema
  getter?: () => Schema
}
type Schema = { _zod: { def: Def } }

/** Existing values by field name, so that generated calls meet real records. */
export type Known = Readonly<Record<string, readonly unknown[]>>

const day = fc.date({ min: new Date('2024-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })

const limitsOf = (def: Def) => {
  const checks = (def.checks ?? []).map(({ _zod }) => _zod.def)
  const of = (check: string) => checks.find((one) => one.check === check)
  return {
    fewest: of('min_length')?.minimum ?? 0,
    most: of('max_length')?.maximum,
    least: of('greater_than')?.value,
    greatest: of('less_than')?.value,
    pattern: checks.find(({ pattern }) => pattern)?.pattern,
    isWhole: def.format === 'safeint' || of('number_format') !== undefined,
  }
}

const textOf = (def: Def): Arbitrary<unknown> => {
  const { fewest, most = 40, pattern } = limitsOf(def)
  if (def.format === 'date') return day.map((at) => at.toISOString().slice(0, 10))
  if (def.format === 'base64')
    return fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('base64'))
  if (def.format === 'email') return fc.constantFrom('admin@demo.example', 'somebody@demo.example')
  if (pattern) return fc.oneof(fc.stringMatching(pattern), fc.string())
  const length = { minLength: Math.min(fewest, most), maxLength: Math.min(most, fewest + 40) }
  return fc.oneof(fc.string({ ...length, unit: 'grapheme-ascii' }), fc.string({ ...length, unit: 'grapheme' }))
}

const numberOf = (def: Def): Arbitrary<unknown> => {
  const { least = -1, greatest, isWhole } = limitsOf(def)
  const whole = fc.integer({
    min: Math.ceil(least),
    max: Math.max(Math.ceil(least), Math.floor(greatest ?? 50_000_000)),
  })
  // A column may have a bound that the schema does not have.
  const beyond = greatest === undefined ? [fc.constantFrom(2 ** 31, Number.MAX_SAFE_INTEGER)] : []
  return isWhole ? fc.oneof(fc.integer({ min: 0, max: 6 }), whole, ...beyond) : fc.oneof(whole, fc.double(), ...beyond)
}

/** Generates inputs that fit a schema's structure. Refinements are opaque, so some inputs break them. */
export const fitting = (schema: unknown, known: Known, name = ''): Arbitrary<unknown> => {
  const { def } = (schema as Schema)._zod
  const inner = (one: Schema | undefined, called = name) => fitting(one, known, called)
  const made = (): Arbitrary<unknown> => {
    switch (def.type) {
      case 'object':
        return objectOf(Object.entries(def.shape!), known)
      case 'string':
        return textOf(def)
      case 'number':
      case 'int':
        return numberOf(def)
      case 'boolean':
        return fc.boolean()
      case 'enum':
        return fc.constantFrom(...Object.values(def.entries!))
      case 'literal':
        return fc.constantFrom(...def.values!)
      case 'array': {
        const { fewest, most = 3 } = limitsOf(def)
        return fc.array(inner(def.element), { minLength: fewest, maxLength: Math.max(fewest, Math.min(most, 3)) })
      }
      case 'tuple':
        return fc.tuple(...def.items!.map((one) => inner(one)))
      case 'record':
        return fc.dictionary(fc.string({ maxLength: 12 }), inner(def.valueType, ''), { maxKeys: 3 })
      case 'union':
        // Binary bodies are no JSON; those tests build them themselves.
        return fc.oneof(...def.options!.filter((one) => one._zod.def.type !== 'custom').map((one) => inner(one)))
      case 'optional':
      case 'default':
      case 'prefault':
      case 'nonoptional':
      case 'readonly':
      case 'catch':
        return inner(def.innerType)
      case 'nullable':
        return fc.option(inner(def.innerType))
      case 'pipe':
        return inner(def.in)
      case 'lazy':
        return inner(def.getter!())
      case 'null':
        return fc.constant(null)
      case 'undefined':
      case 'never':
      case 'void':
        return fc.constant(undefined)
      case 'unknown':
      case 'any':
        return fc.jsonValue()
      default:
        throw new Error(`no inputs are made of the schema ${def.type} yet: write them here`)
    }
  }
  const often = known[name]
  const isText = def.type === 'string' || def.type === 'number'
  return often?.length && isText ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...often) }, made()) : made()
}

/** Every text within a schema, with its path. */
export const textsIn = (schema: unknown, path = ''): { path: string; schema: z.ZodMiniType }[] => {
  const { def } = (schema as Schema)._zod
  if (def.type === 'string') return [{ path, schema: schema as z.ZodMiniType }]
  const fields = Object.entries(def.shape ?? {}).map(([name, one]) => [`${path}.${name}`, one] as const)
  const parts = [def.innerType, def.element, def.in, def.valueType, ...(def.options ?? []), ...(def.items ?? [])]
  return [...fields, ...parts.flatMap((one) => (one ? [[path, one] as const] : []))].flatMap(([at, one]) =>
    textsIn(one, at),
  )
}

const isOptional = ({ _zod: { def } }: Schema) => def.type === 'optional' || def.type === 'default'

const objectOf = (fields: [string, Schema][], known: Known): Arbitrary<unknown> =>
  fc.record(Object.fromEntries(fields.map(([name, one]) => [name, fitting(one, known, name)])), {
    requiredKeys: fields.flatMap(([name, one]) => (isOptional(one) ? [] : [name])),
  })

const deep = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

const anything: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...hostileStrings, ...hostileNumbers, null, true, [], {}, deep(2000)),
  fc.jsonValue(),
)

type Place = { parent: Record<PropertyKey, unknown>; key: string }
const placesIn = (value: unknown): Place[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, one]) => [{ parent: value as Place['parent'], key }, ...placesIn(one)])
    : []

/** An input with one mistake: a field missing, added or replaced. */
const mutated = (input: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc
    .tuple(input, fc.nat(), fc.constantFrom('drop', 'add', 'replace'), fc.string(), anything)
    .map(([from, nth, how, name, other]) => {
      const copy = structuredClone(from)
      const places = placesIn(copy)
      const at = places[nth % Math.max(places.length, 1)]
      if (!at) return other
      // JSON keeps only the items of a list, and its length takes no other value.
      const added = Array.isArray(at.parent) ? String(at.parent.length) : name
      if (how === 'drop') delete at.parent[at.key]
      else
        Object.defineProperty(at.parent, how === 'add' ? added : at.key, {
          value: other,
          enumerable: true,
          configurable: true,
          writable: true,
        })
      return copy
    })

/** An input with every value replaced that the shape allows. */
const hostile = (input: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc.tuple(input, fc.array(anything, { minLength: 1, maxLength: 8 })).map(([from, others]) => {
    const copy = structuredClone(from)
    for (const [nth, { parent, key }] of placesIn(copy).entries()) parent[key] = others[nth % others.length]
    return copy
  })

const polluting = [
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"prototype":{"polluted":true},"polluted":true}',
  '[{"__proto__":{"polluted":true}}]',
]
const broken = ['', '{', '[]', 'null', '7', '"x"', '{"a":1,}', '\u0000', '{"a":"\\ud800"}', '['.repeat(30_000)]

/** Bodies for an endpoint, as text: valid ones, ones with a mistake, and hostile ones. */
export const bodiesOf = (schema: z.ZodMiniType, known: Known): Arbitrary<string> => {
  const input = fitting(schema, known)
  const json = (one: Arbitrary<unknown>) => one.map((value) => JSON.stringify(value) ?? '')
  return fc.oneof(
    { weight: 6, arbitrary: json(input) },
    { weight: 4, arbitrary: json(mutated(input)) },
    { weight: 4, arbitrary: json(hostile(input)) },
    { weight: 1, arbitrary: fc.constantFrom(...polluting, ...broken) },
  )
}
