import { type ASTNode, Environment, ParseError, TypeError } from '@marcbachmann/cel-js'
import { type FieldName, fields, limits, type RuleInputs } from '../../machines/rules.ts'

/** Why an expression is no rule: a word of `risk:problem`, the place in its text, and what stands there. */
export type Problem = { problem: string; start: number; end: number; text: string }

/** An expression ready to run: true when it hits. Throws where arithmetic has no finite answer. Its reads must be there. */
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

/** An expression from its text, or why it is none: never throws, and its time is bounded by the longest text. */
export const expressionOf = (text: string): Expression | Problem => {
  try {
    return parsed(text)
  } catch (error) {
    if (error instanceof Refusal) return error.problem
    if (error instanceof ParseError || error instanceof TypeError) {
      return new Refusal(words[error.code] ?? 'notReadable', text, error.range).problem
    }
    // Whatever else a text makes the parser do is no reason to let it by.
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

// What the language has besides runs for as long as its data is long, or can be told to.
const allowed: ReadonlySet<string> = new Set(
  ['value id list rcall !_ -_ && || ?:', '== != < <= > >= in + - * /'].flatMap((ops) => ops.split(' ')),
)
const methods: ReadonlySet<string> = new Set(['startsWith', 'endsWith', 'contains'])

const isField = (name: unknown): name is FieldName => typeof name === 'string' && Object.hasOwn(fields, name)

// A list stands where something is looked for in it, and nowhere else.
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

// A whole number is an integer to the language, and an integer does not meet a double; here every number is a double.
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

// The parser's own evaluator lets a division by zero through as infinity, which compares with anything.
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
        // Two texts are joined; a text and a number do not get here.
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
