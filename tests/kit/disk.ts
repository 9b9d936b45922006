import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of a test's own that can be filled; undefined, with a line that says so, where nobody may mount one. */
export const smallDisk = (megabytes: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'loket-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', folder], { stdio: 'ignore' })
  } catch {
    rmdirSync(folder)
    console.log('Mounting a small disk is not permitted here: the tests of a full disk are left out.')
    return undefined
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    /** Leaves so many bytes. */
    fill: (left: number) => {
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - left)))
    },
    makeSpace: () => rmSync(ballast),
    close: () => {
      execFileSync('umount', ['-l', folder])
      rmdirSync(folder)
    },
  }
}
