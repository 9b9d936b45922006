import { parseSync } from 'vite'
import { type Node, walk } from './syntax.ts'

const screenMachines = ['session', 'tabs', 'shell', 'appearance', 'connection', 'errorLog', 'list', 'command']
const theWorld = ['Date', 'crypto', 'performance', 'fetch', 'setTimeout', 'setInterval', 'queueMicrotask', 'process']

/**
 * Lists what makes a lifecycle chart impure. Replay is deterministic only if a chart reads no clock, randomness or I/O.
 * A deadline is a word in `meta` (`after: 'claimDue'`), never XState's own delayed transition.
 */
export function impurities(path: string, text: string): string[] {
  const screen = screenMachines.some((name) => path === `src/machines/${name}.ts`)
  if (screen || !/^src\/machines\/[\w.]+\.ts$/.test(path)) return []
  const nodes = [...walk(parseSync(path, text).program)]
  if (!nodes.some(({ type, callee }) => type === 'CallExpression' && callee?.name === 'setup')) return []
  return [...new Set(nodes.flatMap((node) => impurity(node)))].map((what) => `${path} uses ${what}`)
}

function impurity(node: Node): string[] {
  if (node.type === 'Identifier' && theWorld.includes(node.name ?? '')) return [node.name ?? '']
  if (node.type === 'Identifier' && /^spawn(Child)?$/.test(node.name ?? '')) return ['spawn']
  if (node.type === 'MemberExpression' && node.object?.name === 'Math' && node.property?.name === 'random')
    return ['Math.random']
  if (node.type !== 'Property') return []
  if (keyOf(node) === 'invoke') return ['invoke']
  return keyOf(node) === 'after' && !isWord(node.value as Node) ? ['after'] : []
}

const keyOf = ({ key }: Node) => key?.name ?? key?.value
const isWord = ({ type, value }: Node) => type === 'Literal' && typeof value === 'string'
