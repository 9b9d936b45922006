import { type ASTNode, Environment, ParseError, TypeError } from '@marcbachmann/cel-js'
import { type FieldName, fields, limits, type RuleInputs } from '../../machines/rules.ts'

/** Why an expression is invalid: a key of `risk:problem`, the range in its text, and the text there. */
export type Problem = { problem: string; start: number; end: number; text: string }

/** A compiled expression. `hits` throws on a non-finite number, and needs every field in `reads` to be present. */
export type Expression = { reads: FieldName[]; hits: (inputs: RuleInputs) => boolean }

const environment = new Environment({
  limits: { maxAstNodes: 300, maxDepth: 40, maxListElements: 200, maxMapEntries: 1, maxCallArguments: 4 },
})
for (const [name, { type }] of Object.entries(fields)) environment.registerVariable(name, type)

class Refusal extends Error {
  readonly problem: Problem
  constructor(problem: string, text: string, { start, end } = { start: 0, end: text.length }) {
    super(problem)
    this.problem = {
      problem,
      start,
      end: Math.min(end, text.length),
      text: text.slice(start, Math.min(end, start + 60)),
    }
  }
}

/** Compiles an expression, or tells why it is invalid. Never throws; the length limit bounds its time. */
export const expressionOf = (text: string): Expression | Problem => {
  try {
    return parsed(text)
  } catch (error) {
    if (error instanceof Refusal) return error.problem
    if (error instanceof ParseError || error instanceof TypeError) {
      return new Refusal(words[error.code] ?? 'notReadable', text, error.range).problem
    }
    // Any other error of the parser refuses the text too.
    return new Refusal('notReadable', text.slice(0, limits.expression)).problem
  }
}

const words: Record<string, string> = {
  unknown_variable: 'unknownField',
  limit_exceeded: 'tooComplex',
  no_such_overload: 'wrongType',
  no_matching_overload: 'wrongType',
  heterogeneous_list_element: 'wrongType',
  ternary_branch_type_mismatch: 'wrongType',
}

const parsed = (text: string): Expression => {
  if (text.length > limits.expression)
    throw new Refusal('tooLong', text, { start: limits.expression, end: text.length })
  if (text.trim() === '') throw new Refusal('empty', text)
  const wholes: number[] = []
  const reads = new Set<FieldName>()
  walk(environment.parse(text).ast, (node) => {
    if (!isAllowed(node)) throw new Refusal('notAllowed', text, node.range)
    if (node.op === 'value') literal(node, text, wholes)
    if (node.op !== 'id') return
    if (!isField(node.args)) throw new Refusal('unknownField', text, node.range)
    reads.add(node.args)
  })
  const hits = compile(checked(text, wholes)) as Expression['hits']
  if (reads.size === 0) throw new Refusal('readsNothing', text)
  return { reads: [...reads], hits }
}

// The other operators of the language take as long as their data, or as long as the text tells them to.
const allowed: ReadonlySet<string> = new Set(
  ['value id list rcall !_ -_ && || ?:', '== != < <= > >= in + - * /'].flatMap((ops) => ops.split(' ')),
)
const methods: ReadonlySet<string> = new Set(['startsWith', 'endsWith', 'contains'])

const isField = (name: unknown): name is FieldName => typeof name === 'string' && Object.hasOwn(fields, name)

// A list may stand only on the right of `in`.
const isAllowed = (node: ASTNode): boolean => {
  if (!allowed.has(node.op)) return false
  if (node.op === 'rcall' && !methods.has(node.args[0])) return false
  const [first, second] = childrenOf(node)
  return node.op === 'in'
    ? first!.op !== 'list' && second!.op === 'list'
    : childrenOf(node).every(({ op }) => op !== 'list')
}

const childrenOf = (node: ASTNode): ASTNode[] => {
  if (node.op === 'value' || node.op === 'id') return []
  if (node.op === 'rcall') return [node.args[1], ...node.args[2]]
  return (Array.isArray(node.args) ? node.args : [node.args]).filter(isNode)
}

const isNode = (value: unknown): value is ASTNode => typeof value === 'object' && value !== null && 'op' in value

const walk = (node: ASTNode, visit: (node: ASTNode) => void): void => {
  visit(node)
  for (const child of childrenOf(node)) walk(child, visit)
}

const literal = (node: ASTNode, text: string, wholes: number[]) => {
  const isWhole = typeof node.args === 'bigint' && /^\d+$/.test(text.slice(node.start, node.end))
  if (isWhole) wholes.push(node.end)
  const isNumber = isWhole || typeof node.args === 'number'
  const isRead = isNumber ? Number.isFinite(Number(node.args)) : ['string', 'boolean'].includes(typeof node.args)
  if (!isRead) throw new Refusal('notAllowed', text, node.range)
}

// CEL compares no integer with a double. Every number here is a double, so whole-number literals get `.0`.
const checked = (text: string, wholes: number[]): ASTNode => {
  const ends = wholes.toSorted((one, other) => one - other)
  const doubles = ends.reduceRight((sofar, end) => `${sofar.slice(0, end)}.0${sofar.slice(end)}`, text)
  const expression = environment.parse(doubles)
  const { valid, type, error } = expression.check()
  const back = (place: number) => place - 2 * ends.filter((end, index) => end + 2 * (index + 1) <= place).length
  if (!valid) {
    const { start, end } = error?.range ?? { start: 0, end: doubles.length }
    throw new Refusal(words[error?.code ?? ''] ?? 'wrongType', text, { start: back(start), end: back(end) })
  }
  if (type !== 'bool') throw new Refusal('notYesOrNo', text)
  return expression.ast
}

type Value = number | string | boolean | Value[]
type Run = (inputs: RuleInputs) => Value

const constant =
  (value: Value): Run =>
  () =>
    value

const finite = (value: number): number => {
  if (!Number.isFinite(value)) throw new RangeError('no finite number')
  return value
}

// The parser's own evaluator returns infinity for a division by zero, and infinity compares with anything.
const compile = (node: ASTNode): Run => {
  if (node.op === 'value') return constant(node.args as Value)
  if (node.op === 'id') {
    const name = node.args as FieldName
    return (inputs) => inputs[name] as Value
  }
  const [a, b, c] = childrenOf(node).map(compile) as [Run, Run, Run]
  switch (node.op) {
    case '!_':
      return (inputs) => !a(inputs)
    case '-_':
      return (inputs) => -(a(inputs) as number)
    case '&&':
      return (inputs) => a(inputs) && b(inputs)
    case '||':
      return (inputs) => a(inputs) || b(inputs)
    case '?:':
      return (inputs) => (a(inputs) ? b(inputs) : c(inputs))
    case '==':
      return (inputs) => a(inputs) === b(inputs)
    case '!=':
      return (inputs) => a(inputs) !== b(inputs)
    case '<':
      return (inputs) => a(inputs) < b(inputs)
    case '<=':
      return (inputs) => a(inputs) <= b(inputs)
    case '>':
      return (inputs) => a(inputs) > b(inputs)
    case '>=':
      return (inputs) => a(inputs) >= b(inputs)
    case '*':
      return (inputs) => finite((a(inputs) as number) * (b(inputs) as number))
    case '/':
      return (inputs) => finite((a(inputs) as number) / (b(inputs) as number))
    case '-':
      return (inputs) => finite((a(inputs) as number) - (b(inputs) as number))
    case '+':
      return (inputs) => {
        const [one, other] = [a(inputs), b(inputs)]
        // Joins two strings; the type check refuses a string plus a number.
        return typeof one === 'string' ? `${one}${other as string}` : finite((one as number) + (other as number))
      }
    case 'in':
      return (inputs) => (b(inputs) as Value[]).includes(a(inputs))
    case 'list': {
      const items = childrenOf(node)
      if (items.every(({ op }) => op === 'value')) return constant(items.map(({ args }) => args as Value))
      const runs = items.map(compile)
      return (inputs) => runs.map((run) => run(inputs))
    }
    case 'rcall': {
      const method = node.args[0] as 'startsWith' | 'endsWith' | 'contains'
      const name = method === 'contains' ? 'includes' : method
      return (inputs) => (a(inputs) as string)[name](b(inputs) as string)
    }
    default:
      throw new Error(`no node of a rule: ${node.op}`)
  }
}
