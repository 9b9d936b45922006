import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'

const screen = 'views/approve/reviewFirstPass.tsx'

/** Builds the console with the list of passed orders declared as a grid, and answers the folder. */
export const buildGridConsole = async (): Promise<string> => {
  const outDir = mkdtempSync(join(tmpdir(), 'loket-grid-'))
  const { NODE_ENV } = process.env
  // What is built while tests run would be React's development version otherwise.
  process.env['NODE_ENV'] = 'production'
  await build({
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
    plugins: [
      {
        name: 'declare-grid',
        enforce: 'pre',
        transform: (code, id) =>
          id.endsWith(screen) ? code.replace('listScreen({', 'listScreen({\n  grid: true,') : undefined,
      },
    ],
  })
  process.env['NODE_ENV'] = NODE_ENV
  return outDir
}
