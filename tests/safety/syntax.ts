export interface Node {
  type: string
  start: number
  name?: string
  computed?: boolean
  key?: Node
  value?: unknown
  object?: Node
  property?: Node
  callee?: Node
  arguments?: Node[]
  source?: Node
  specifiers?: Node[]
  imported?: Node
  tag?: Node
  properties?: Node[]
}

/** Every node of a syntax tree, parents first. */
export function* walk(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* walk(item)
  else if (value !== null && typeof value === 'object') {
    if ('type' in value) yield value as Node
    for (const child of Object.values(value)) yield* walk(child)
  }
}

export const lineOf = (text: string, { start }: Node): number => text.slice(0, start).split('\n').length
