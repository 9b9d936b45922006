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
  const to = folderOf(normalize(join(dirname(path), name)))
  return from && to && !mayImport[from]?.includes(to) ? [`${path} imports ${name}: ${from} may not import ${to}`] : []
}

function folderOf(path: string): string | undefined {
  return /^src\/main\.tsx$/.test(path) ? 'main' : /^src\/(\w+)\//.exec(path)?.[1]
}

// `import('./a.ts')`, as an expression and as a type.
function lazyImports(text: string): string[] {
  return [...text.matchAll(/\bimport\(\s*(['"`])([^'"`$]+)\1/g)].flatMap((match) => match[2] ?? [])
}
