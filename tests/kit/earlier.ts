import { execFileSync } from 'node:child_process'
import { mkdtempSync, symlinkSync } from 'node:fs'
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
