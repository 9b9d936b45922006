import { parseSync } from 'vite'
import { lineOf, type Node, walk } from './syntax.ts'

const limited = ['test', 'it', 'describe', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach']

/**
 * Lists where a file of tests/ gives a test, a suite or a hook a time limit of its own, as `path:line`. All limits are in
 * vite.config.ts: one that ends what hangs there is long enough for any machine.
 */
export function ownLimits(path: string, text: string): string[] {
  if (!path.startsWith('tests/')) return []
  return [...walk(parseSync(path, text).program)].flatMap((node) =>
    node.type === 'CallExpression' &&
    ((limited.includes(rootOf(node.callee!)) && isLimited(rootOf(node.callee!), node.arguments!)) ||
      node.callee!.property?.name === 'setConfig')
      ? [`${path}:${lineOf(text, node)} has a time limit of its own: vite.config.ts has them all`]
      : [],
  )
}

/** `test` of `test`, `test.skipIf(…)` and ``test.each`…` ``. */
const rootOf = (node: Node): string => {
  const inner = node.object ?? node.callee ?? node.tag
  return inner ? rootOf(inner) : (node.name ?? '')
}

const hooks = limited.slice(3)

const isLimited = (name: string, given: readonly Node[]): boolean =>
  given.some(({ type, properties = [] }, nth) => {
    if (type === 'ObjectExpression') return properties.some(({ key }) => key?.name === 'timeout')
    return nth > 0 && (hooks.includes(name) || /Function/.test(given[nth - 1]!.type))
  })

const patient = ['setDefaultTimeout', 'setDefaultNavigationTimeout']

/**
 * Lists where a file of tests/ says itself how long to wait for something, as `path:line`. tests/kit/patience.ts says it
 * for all: a number that is enough on a quiet machine fails on a busy one.
 */
export function ownPatience(path: string, text: string): string[] {
  if (!path.startsWith('tests/') || !/[tT]imeout|vi\.wait/.test(text)) return []
  const named = (node: Node) => [
    `${path}:${lineOf(text, node)} waits as long as it says itself: tests/kit/patience.ts says it`,
  ]
  return [...walk(parseSync(path, text).program)].flatMap((node) => {
    if (node.type === 'Property')
      return /^(timeout|asyncUtilTimeout)$/.test(node.key?.name ?? '') && !isPatience(node.value) ? named(node) : []
    if (node.type !== 'CallExpression') return []
    const { object, property } = node.callee!
    if (patient.includes(property?.name ?? '')) return isPatience(node.arguments![0]) ? [] : named(node)
    // Vitest's own wait ends after a second.
    return object?.name === 'vi' && (property?.name ?? '').startsWith('wait') && !saysPatience(node.arguments![1])
      ? named(node)
      : []
  })
}

const isPatience = (node: unknown) => /^patience(InView)?$/.test((node as Node | undefined)?.name ?? '')
const saysPatience = (node: Node | undefined) =>
  isPatience(node) || (node?.properties ?? []).some(({ key, value }) => key?.name === 'timeout' && isPatience(value))
