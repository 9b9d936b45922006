import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('../..', import.meta.url))

/**
 * A folder with the code of an earlier commit, for use with today's packages; undefined where the history is too short.
 */
export const earlierCode = (commit: string): string | undefined => {
  const code = mkdtempSync(join(tmpdir(), `loket-${commit}-`))
  try {
    const packed = execFileSync('git', ['archive', commit, 'src', 'locales', 'package.json'], {
      cwd: here,
      maxBuffer: 2 ** 27,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    execFileSync('tar', ['-x', '-C', code], { input: packed })
  } catch {
    return undefined
  }
  symlinkSync(join(here, 'node_modules'), join(code, 'node_modules'))
  return code
}

/** A folder with this code and one more migration, a breaking one without statements. */
export const newerCode = (migration: string): string => {
  const code = mkdtempSync(join(tmpdir(), 'loket-newer-'))
  for (const name of ['src', 'locales', 'package.json']) cpSync(join(here, name), join(code, name), { recursive: true })
  symlinkSync(join(here, 'node_modules'), join(code, 'node_modules'))
  const file = join(code, 'src/server/db/migrations.ts')
  const step = `  '${migration}': { statements: [], breaking: true },\n}`
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\}$/m, step))
  return code
}
