import { parseSync } from 'vite'
import { isProcessFile } from './imports.ts'
import { lineOf, type Node, walk } from './syntax.ts'

/** Files of processes that make a key or a secret, which must be of chance and is in no event. */
const makesSecrets = [
  'access/account.links',
  'apiKey/commands',
  'leadImport/commands',
  'statement/file',
  'verifyCode/commands',
  'withdrawal/card',
].map((name) => `src/server/${name}.ts`)

const chance = ['randomUUID', 'randomBytes', 'randomInt', 'getRandomValues']

/**
 * Lists where a process of the server reads a clock or chance by itself, as `path:line`. Both come in as arguments
 * (`call.now`, `clock`, `ids`): otherwise a test cannot say when something happened, nor repeat it.
 */
export function ownClocks(path: string, text: string): string[] {
  if (!isProcessFile(path) || !/Date|Math\.random|random|performance/.test(text)) return []
  return [...walk(parseSync(path, text).program)].flatMap((node) => {
    const what = clockOf(node)
    if (!what || (chance.includes(what) && makesSecrets.includes(path))) return []
    return [`${path}:${lineOf(text, node)} reads ${what}: clocks and ids are arguments`]
  })
}

const clockOf = (node: Node): string | undefined => {
  if (node.type === 'NewExpression' && node.callee?.name === 'Date' && node.arguments!.length === 0) return 'Date'
  if (node.type !== 'CallExpression') return undefined
  const { callee } = node
  const name = callee?.property?.name ?? callee?.name ?? ''
  if (chance.includes(name)) return name
  const owned = `${callee?.object?.name}.${name}`
  return ['Date.now', 'Math.random', 'performance.now'].includes(owned) ? owned : undefined
}
