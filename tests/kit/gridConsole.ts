import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'

const screen = 'views/approve/reviewFirstPass.tsx'

const widening = (width: number) => `
const wide = (some) => Array.from({ length: ${width} }, (_, n) =>
  n < some.length ? some[n] : { ...some[n % some.length], name: 'more' + n, sort: undefined })
`

/** Builds the console with the list of passed orders declared as a grid, its columns repeated up to `width`, and answers the folder. */
export const buildGridConsole = async (width = 0): Promise<string> => {
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
        transform: (code, id) => {
          if (!id.endsWith(screen)) return undefined
          const grid = code.replace('listScreen({', 'listScreen({\n  grid: true,')
          return width ? widening(width) + grid.replace(/columns: (\[[^\]]*\])/, 'columns: wide($1)') : grid
        },
      },
    ],
  })
  process.env['NODE_ENV'] = NODE_ENV
  return outDir
}
