import { parseSync } from 'vite'
import { lineOf, type Node, walk } from './syntax.ts'

const timers = ['setTimeout', 'setInterval']

/** Files of tests/ that may use a timer, each with its reason. */
const mayWait: Record<string, string> = {
  'tests/bench/until.ts': 'asks again and again until an answer is true',
  'tests/kit/proxy.ts': 'is a slow line',
  'tests/server/http/arriving.test.ts': 'is a slow client, which sends a letter at a time',
  'tests/server/http/limits.test.ts': 'is a slow client, which sends a letter at a time',
}

/**
 * Lists where a file of tests/ waits for a fixed time, as `path:line`. A busy machine makes any such time too short: a
 * test waits for what it needs to see. A timer of no time at all, which ends the present turn, is no wait.
 */
export function fixedWaits(path: string, text: string): string[] {
  // Most files name no timer: parsing those would take most of the time.
  if (!path.startsWith('tests/') || mayWait[path] || !/Timeout|setInterval|timers/.test(text)) return []
  return [...walk(parseSync(path, text).program)].flatMap((node) =>
    waits(node) ? [`${path}:${lineOf(text, node)} waits for a fixed time`] : [],
  )
}

const waits = (node: Node): boolean => {
  if (node.type === 'ImportDeclaration' && node.source?.value === 'node:timers/promises')
    return node.specifiers!.some(({ imported }) => imported?.name !== 'setImmediate')
  if (node.type !== 'CallExpression') return false
  const { callee, arguments: given = [] } = node
  const name = callee?.property?.name ?? callee?.name ?? ''
  return (timers.includes(name) && given.length > 1) || name === 'waitForTimeout'
}
