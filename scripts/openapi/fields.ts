import { html, type Markup } from '../statecharts/markup.ts'
import { word, type Words } from '../statecharts/words.ts'

type Schema = {
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  maxItems?: number
  items?: Schema
  anyOf?: readonly Schema[]
  properties?: Record<string, Schema>
  required?: readonly string[]
}

const bounds = (low: number | undefined, high: number | undefined) =>
  low === undefined && high === undefined ? '' : ` ${low ?? ''}…${high ?? ''}`

/** Describes a type in one line: name and bounds, pattern or enum values. */
const typeOf = (schema: Schema): string => {
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ')
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const { type = 'any', items, pattern } = schema
  if (type === 'array')
    return `${type}${bounds(undefined, schema.maxItems)}${items?.properties ? '' : ` (${typeOf(items ?? {})})`}`
  const above = schema.exclusiveMinimum === undefined ? undefined : schema.exclusiveMinimum + 1
  const low = schema.minLength ?? schema.minimum ?? above
  return `${type}${bounds(low, schema.maxLength ?? schema.maximum)}${pattern && !pattern.includes('A-Za-z0-9+/') ? ` ${pattern}` : ''}`
}

type Field = { name: string; type: string; needed: boolean }

const fieldsOf = ({ properties = {}, required = [] }: Schema, within = ''): Field[] =>
  Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${within}${name}`
    const own = { name: path, type: typeOf(schema), needed: required.includes(name) }
    if (schema.items?.properties) return [own, ...fieldsOf(schema.items, `${path}[].`)]
    return [own, ...fieldsOf(schema, `${path}.`)]
  })

/** Renders an object schema's fields as a table, nested ones included. */
export const fieldsTable = (schema: Schema, words: Words): Markup => {
  const fields = fieldsOf(schema)
  if (fields.length === 0) return html`<p>${word(words, 'nothing')}</p>`
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${word(words, 'field')}</th>
        <th scope="col">${word(words, 'type')}</th>
        <th scope="col">${word(words, 'needed')}</th>
      </tr>
    </thead>
    <tbody>
      ${fields.map(
        ({ name, type, needed }) =>
          html`<tr>
            <th scope="row"><code>${name}</code></th>
            <td><code>${type}</code></td>
            <td>${word(words, needed ? 'yes' : 'no')}</td>
          </tr> `,
      )}
    </tbody>
  </table>`
}
