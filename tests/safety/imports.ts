import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'vite'

/** Layers: machines ← services ← views and server. Only src/main.tsx, which starts the browser side, imports views. */
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

/** Lists wrong imports of one file. `path` is relative to the repository root, like `src/views/login.tsx`. */
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
 * Layers of src/server, lowest first. A folder that is not listed is a process folder, in the layer 'a process'. Files
 * directly in src/server assemble the server (layer 'main'), except those of `forAll` and `allProcesses`.
 */
const floors: readonly (readonly string[])[] = [
  ['kit'],
  ['db'],
  ['store'],
  ['lists', 'jobs', 'dispatch', 'staff', 'customers', 'audit', 'channels', 'files'],
  ['a process'],
  ['http', 'maintenance', 'demo'],
  ['cli', 'main'],
]
const forAll = ['server', 'process', 'policy', 'inForce'].map((name) => `src/server/${name}.ts`)
/** The list of all processes, which http and the layers above it may import. */
const allProcesses = 'src/server/processes.ts'

/** Allowed imports between process folders, each with its business reason. A new import adds its line here. */
const arrows: Record<string, readonly string[]> = {
  // A lead hears of an application. The machine review evaluates the rules, and waiting orders are dispatched to reviewers.
  approval: ['lead', 'reviewers', 'risk'],
  // A backtest evaluates rules on past applications.
  backtest: ['risk'],
  // The flow counts reviewers' decisions, and asks for its days as a report does.
  flow: ['report', 'reviewers'],
  // A loan belongs to an approved order; providers report bounced payouts.
  loan: ['approval', 'providerReports'],
  // A message is a template's version; the person's contact record allows it; providers report what became of it.
  message: ['contact', 'providerReports', 'smsTemplate'],
  // Order screens show an application and its loan.
  order: ['approval', 'loan'],
  // A payout follows its approval, and the provider reports its outcome.
  payout: ['approval', 'providerReports'],
  // A batch makes messages of a template's version, and counts whom the contact rules would allow.
  smsBatch: ['contact', 'message', 'smsTemplate'],
  // The debt of an open case grows with its loan, and the days of figures are those of reports.
  recovery: ['loan', 'report'],
  // A reminder goes out while contact is allowed, under a sender's name, as the template in force.
  reminder: ['contact', 'smsTemplate'],
  // A report is sent as a file to those who may have one.
  reportPlan: ['exports'],
  // A collector holds a case, which follows its loan, sees the documents of the application under the same watermark, and
  // every attempt to reach the customer is one of contact.
  recoveryCase: ['approval', 'collector', 'contact', 'loan'],
  // A lead hears of a registration.
  visitor: ['lead'],
  // A seller issues a code to a lead, whose name is read as the contact record has it.
  verifyCode: ['contact', 'lead'],
  // A visit to a lead is sampled, and shown with the name that the contact record has, and the lead's sellers.
  quality: ['contact', 'lead'],
  // A file of leads is imported one by one.
  leadImport: ['lead'],
  // A seller reaches a lead through the person's contact record.
  lead: ['contact'],
  // A bank statement line is booked as a repayment.
  statement: ['loan'],
  // A payment that a provider reports is booked as a repayment, unless the bank's file already brought it.
  virtualAccount: ['loan', 'providerReports', 'statement'],
  // The provider reports the outcome of a withdrawal.
  withdrawal: ['providerReports'],
}

/** The folder of a server or view file; each kit of `detail` is one of its own. */
const roomOf = (path: string): string => /^src\/(?:server|views)\/((?:detail\/)?\w+)\//.exec(path)?.[1] ?? 'main'
const floorOf = (room: string): number => {
  const found = floors.findIndex((rooms) => rooms.includes(room))
  return found < 0 ? floors.findIndex((rooms) => rooms.includes('a process')) : found
}

/** Whether a file belongs to a process of the server. */
export const isProcessFile = (path: string): boolean =>
  path.startsWith('src/server/') && roomOf(path) !== 'main' && floorOf(roomOf(path)) === floorOf('a process')

/** Why a server file may not import another one; empty when it may. */
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

/** Import cycles between files and between folders of the server or of the views, each as `a → b → a`. */
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

function folderOf(path: string): string | undefined {
  return /^src\/main\.tsx$/.test(path) ? 'main' : /^src\/(\w+)\//.exec(path)?.[1]
}

// Matches `import('./a.ts')`, as an expression and as a type.
function lazyImports(text: string): string[] {
  return [...text.matchAll(/\bimport\(\s*(['"`])([^'"`$]+)\1/g)].flatMap((match) => match[2] ?? [])
}
