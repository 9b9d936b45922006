import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { which } from './which.ts'

/** Flags for `chromium.launch({ executablePath, args: chromiumArgs })`. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

// The shell without windows comes first: it draws the same pages in about half of the processor time.
const systemNames = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macApps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const playwrightCli = fileURLToPath(new URL('../node_modules/playwright-core/cli.js', import.meta.url))

/** Finds or installs a Chromium that starts, prints which one, and answers its path. Throws when there is none. */
export function ensureChromium(): string {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (!version(given)) throw new Error(`CHROMIUM_PATH is ${given}, which does not start.`)
    return told(given, 'from CHROMIUM_PATH')
  }

  const found = installed()
  if (found) return told(found, 'found')

  const tried: string[] = []
  for (const [how, install] of installers()) {
    console.log(`No Chromium found: installing one with ${how}.`)
    tried.push(`${how}: ${install() || 'it ran, and there is still none that starts'}`)
    const fresh = installed()
    if (fresh) return told(fresh, `installed with ${how}`)
  }
  throw new Error(`No Chromium, and none could be installed. Set CHROMIUM_PATH.\n${tried.join('\n')}`)
}

function installed(): string | undefined {
  const system = systemNames.map((name) => which(name)).filter((path) => path !== undefined)
  return [...system, ...macApps, chromium.executablePath()].find((path) => version(path))
}

// Ubuntu's chromium-browser is a stub that only names the real package: a path counts when `--version` succeeds.
function version(path: string): string | undefined {
  if (!existsSync(path)) return undefined
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 })
  return status === 0 ? stdout.trim() : undefined
}

function told(path: string, how: string): string {
  console.log(`Chromium: ${path} (${version(path)}), ${how}.`)
  return path
}

/** The installers to try in turn. `install` answers '' on success, otherwise the last lines of its output. */
function* installers(): Generator<[how: string, install: () => string]> {
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version') && which('apt-get')) {
    const wait = ['-o', 'DPkg::Lock::Timeout=300']
    yield [
      'apt-get',
      () =>
        run('apt-get', [...wait, 'update']) ||
        run('apt-get', [...wait, 'install', '-y', '--no-install-recommends', 'chromium-headless-shell']),
    ]
  }
  yield ['Playwright', () => run(process.execPath, [playwrightCli, 'install', 'chromium'])]
}

function run(command: string, args: string[]): string {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', env, timeout: 600_000 })
  if (status === 0) return ''
  return error?.message ?? `${stdout}\n${stderr}`.trim().split('\n').slice(-5).join('\n')
}

if (import.meta.main) ensureChromium()
