import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether a test may mount a disk here; prints a line where it may not. */
export const canMountDisks = (): boolean => {
  try {
    mountDisk(1).close()
    return true
  } catch {
    console.log('Mounting a small disk is not permitted here: the tests of a full disk are left out.')
    return false
  }
}

/** A small disk of the test's own that can be filled; it lasts until it is closed. */
export const mountDisk = (megabytes: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'loket-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', folder], { stdio: 'ignore' })
  } catch (error) {
    rmdirSync(folder)
    throw error
  }
  const ballast = join(folder, 'ballast')
  const makeSpace = () => rmSync(ballast)
  /** Fills the disk except for `left` bytes. */
  const fill = (left: number): void => {
    const { bavail, bsize } = statfsSync(folder)
    try {
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - left)))
    } catch (error) {
      if ((error as { code?: string }).code !== 'ENOSPC') throw error
      // A database took some of it meanwhile.
      makeSpace()
      fill(left)
    }
  }
  return {
    folder,
    fill,
    makeSpace,
    /** Unmounts lazily, so that open files do not prevent it. */
    close: () => {
      execFileSync('umount', ['-l', folder])
      rmdirSync(folder)
    },
  }
}
export type Disk = ReturnType<typeof mountDisk>
