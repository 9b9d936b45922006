import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'

/** Builds the console with some files transformed, each selected by the end of its path; answers the output folder. */
export const buildConsole = async (mended: Readonly<Record<string, (code: string) => string>>): Promise<string> => {
  const outDir = mkdtempSync(join(tmpdir(), 'loket-console-'))
  const { NODE_ENV } = process.env
  // Under test, the build would use React's development version.
  process.env['NODE_ENV'] = 'production'
  await build({
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
    plugins: [
      {
        name: 'mend',
        enforce: 'pre',
        transform: (code, id) => {
          const mend = Object.entries(mended).find(([end]) => id.endsWith(end))?.[1]
          return mend?.(code)
        },
      },
    ],
  })
  process.env['NODE_ENV'] = NODE_ENV
  return outDir
}
