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
    limited.includes(rootOf(node.callee!)) &&
    isLimited(rootOf(node.callee!), node.arguments!)
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
