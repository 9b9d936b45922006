import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compressAll } from './compress.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = `${root}/dist/.stamp`
const inputs = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'public/**',
  'scripts/{build,compress,loginWeight}.ts',
  'locales/{id,en,zh}/**',
  'docs/statecharts/**',
  'src/*.*',
  'src/{machines,services,views}/**',
]

/** Builds the console into dist/, unless its stamp says that it was built from the same inputs. */
export async function buildConsole(): Promise<void> {
  const wanted = digest()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return

  console.log('Building the console …')
  const started = Date.now()
  const { VITEST: _, ...env } = process.env
  // Vitest sets NODE_ENV to "test": the build would then contain React's development version.
  const vite = spawn(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    cwd: root,
    env: { ...env, NODE_ENV: 'production' },
    stdio: 'inherit',
  })
  await once(vite, 'exit')
  if (vite.exitCode !== 0) throw new Error('The console could not be built: vite says why above.')
  copyCharts()
  await compressAll(`${root}/dist/assets`)
  await weighLogin()
  writeFileSync(stamp, wanted)
  console.log(`Built the console in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
}

/** Copies the chart pages to dist/docs, from which the server serves /docs/. */
export function copyCharts(): void {
  cpSync(`${root}/docs/statecharts`, `${root}/dist/docs`, { recursive: true, filter: (path) => !path.endsWith('.md') })
}

async function weighLogin(): Promise<void> {
  // Imported late: it loads the server's modules, which a start with an up-to-date build does not need here.
  const { loginWeight, mostKibibytes } = await import('./loginWeight.ts')
  // As gzip, since browsers accept nothing smaller without HTTPS.
  const { kibibytes, files } = await loginWeight(`${root}/dist`, 'gzip')
  if (kibibytes <= mostKibibytes) return
  const list = files.map((file) => `  ${file.kibibytes.toFixed(1)} KiB  ${file.path}`).join('\n')
  throw new Error(`The login page weighs ${kibibytes.toFixed(1)} KiB, more than ${mostKibibytes}:\n${list}`)
}

function digest(): string {
  const hash = createHash('sha256')
  for (const entry of globSync(inputs, { cwd: root, withFileTypes: true })
    .filter((found) => found.isFile())
    .map((file) => `${file.parentPath}/${file.name}`)
    .toSorted())
    hash
      .update(`${entry.slice(root.length)}\0`)
      .update(readFileSync(entry))
      .update('\0')
  return hash.digest('hex')
}

if (import.meta.main) await buildConsole()
