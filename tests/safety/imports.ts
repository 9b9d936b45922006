import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'vite'

/** machines ← services ← views and machines, services ← server. Nothing imports views or server but what starts the browser side. */
const mayImport: Record<string, string[]> = {
  machines: ['machines'],
  services: ['machines', 'services'],
  views: ['machines', 'services', 'views'],
  server: ['machines', 'services', 'server'],
  main: ['machines', 'services', 'views'],
}

const browserOnly = /^(react|@blueprintjs|@xstate\/react)/
const notFor: Record<string, (name: string) => boolean> = {
  machines: (name) => name !== 'xstate',
  services: (name) => name.startsWith('node:') || browserOnly.test(name),
  views: (name) => name.startsWith('node:'),
  server: (name) => browserOnly.test(name),
  main: (name) => name.startsWith('node:'),
}

/** What is wrong with the imports of one file; `path` is relative to the repository, as `src/views/login.tsx`. */
export function wrongImports(path: string, text: string): string[] {
  const { module, program } = parseSync(path, text)
  const reexports = module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest ?? []))
  const requests = [...module.staticImports.map(({ moduleRequest }) => moduleRequest), ...reexports]
  const names = new Set([...requests.map(({ value }) => value), ...lazyImports(text)])

  const isBarrel =
    reexports.length > 0 &&
    program.body.every(
      (statement) =>
        statement.type === 'ImportDeclaration' ||
        statement.type === 'ExportAllDeclaration' ||
        (statement.type === 'ExportNamedDeclaration' && !statement.declaration),
    )
  return [
    ...(isBarrel ? [`${path} is a barrel: it only exports what other files have`] : []),
    ...[...names].flatMap((name) => wrongImport(path, name)),
  ]
}

function wrongImport(path: string, name: string): string[] {
  const from = folderOf(path)
  if (!name.startsWith('.')) return from && notFor[from]?.(name) ? [`${path} imports ${name}: not for ${from}`] : []

  if (!/\.(tsx?|json|css|svg|png|webp)(\?\w+)?$/.test(name)) return [`${path} imports ${name}: without its extension`]
  const target = normalize(join(dirname(path), name))
  const to = folderOf(target)
  if (from && to && !mayImport[from]?.includes(to)) return [`${path} imports ${name}: ${from} may not import ${to}`]
  return from === 'server' && to === 'server'
    ? wrongRoom(path, target).map((why) => `${path} imports ${name}: ${why}`)
    : []
}

/**
 * The floors of src/server, from the ground. A folder that is on none is a process and stands on the floor marked so. Files beside
 * the folders put the server together, but for the three that say what a handler is given, what a process is, and what is fixed
 * for all of them.
 */
const floors: readonly (readonly string[])[] = [
  ['kit'],
  ['db'],
  ['store'],
  ['lists', 'staff', 'customers', 'audit', 'channels', 'files'],
  ['a process'],
  ['http', 'maintenance', 'demo'],
  ['cli', 'main'],
]
const forAll = ['server', 'process', 'policy'].map((name) => `src/server/${name}.ts`)
/** Read by all that is about every process at once. */
const allProcesses = 'src/server/processes.ts'

/** What the business says of one process to another. A new arrow is a new line here, with its reason. */
const arrows: Record<string, readonly string[]> = {
  // The machine review judges by the rules, and its reviewers are given what waits.
  approval: ['reviewers', 'risk'],
  // Rules are tried on applications of the past.
  backtest: ['risk'],
  // The flow counts what reviewers decided.
  flow: ['reviewers'],
  // A loan is of an approved order; a bounced payout is reported.
  loan: ['approval', 'providerReports'],
  // The screens of orders show an application and its loan.
  order: ['approval', 'loan'],
  // A payout follows its approval, and is told by its provider what became of it.
  payout: ['approval', 'providerReports'],
  // A bank's line is booked as a repayment.
  statement: ['loan'],
  // Money that a provider reports is a repayment, which the bank's file may have brought before.
  virtualAccount: ['loan', 'providerReports', 'statement'],
  withdrawal: ['providerReports'],
}

const roomOf = (path: string): string => /^src\/server\/(\w+)\//.exec(path)?.[1] ?? 'main'
const floorOf = (room: string): number => {
  const found = floors.findIndex((rooms) => rooms.includes(room))
  return found < 0 ? floors.findIndex((rooms) => rooms.includes('a process')) : found
}

/** Why a file of the server may not import another one. */
function wrongRoom(path: string, target: string): string[] {
  const [from, to] = [roomOf(path), roomOf(target)]
  if (from === to) return []
  const [below, above] = [floorOf(to), floorOf(from)]
  if (forAll.includes(target)) return above >= floorOf('staff') ? [] : [`${from} knows no business`]
  if (target === allProcesses) return above >= floorOf('http') ? [] : [`${from} may not know every process`]
  if (below > above) return [`${to} is above ${from}`]
  const isProcess = above === floorOf('a process') && below === above
  return isProcess && !arrows[from]?.includes(to) ? [`${from} is not to know ${to}`] : []
}

/** Circles of imports, each as the names in it: between `files`, and between the folders of the server. */
export function circles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const rooms = new Map<string, Set<string>>()
  for (const [path, targets] of imports)
    for (const target of targets) {
      const [from, to] = [roomOf(path), roomOf(target)]
      if (from === to || from === 'main' || to === 'main') continue
      rooms.set(from, (rooms.get(from) ?? new Set()).add(to))
    }
  return [...circlesIn(imports), ...circlesIn(new Map([...rooms].map(([room, of]) => [room, [...of]])))]
}

function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const found: string[] = []
  const walk = (node: string, way: readonly string[]): void => {
    const before = way.indexOf(node)
    if (before >= 0) found.push([...way.slice(before), node].join(' → '))
    if (before >= 0 || done.has(node)) return
    for (const next of graph.get(node) ?? []) walk(next, [...way, node])
    done.add(node)
  }
  for (const node of graph.keys()) walk(node, [])
  return found
}

/** The files of the server that one of them imports, by their paths. */
export const importsIn = (path: string, text: string): string[] => {
  const { module } = parseSync(path, text)
  const names = [...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...lazyImports(text)]
  return names.filter((name) => name.startsWith('.')).map((name) => normalize(join(dirname(path), name)))
}

function folderOf(path: string): string | undefined {
  return /^src\/main\.tsx$/.test(path) ? 'main' : /^src\/(\w+)\//.exec(path)?.[1]
}

// `import('./a.ts')`, as an expression and as a type.
function lazyImports(text: string): string[] {
  return [...text.matchAll(/\bimport\(\s*(['"`])([^'"`$]+)\1/g)].flatMap((match) => match[2] ?? [])
}
