import { buildConsole } from './builtConsole.ts'

const widening = (width: number) => `
const wide = (some) => Array.from({ length: ${width} }, (_, n) =>
  n < some.length ? some[n] : { ...some[n % some.length], name: 'more' + n, sort: undefined })
`

/**
 * Builds the console with the list of passed orders as a grid, its columns repeated up to `width`; answers the folder.
 */
export const buildGridConsole = (width = 0): Promise<string> =>
  buildConsole({
    'views/approval/reviewFirstPass.tsx': (code) => {
      const grid = code.replace('listScreen({', 'listScreen({\n  grid: true,')
      return width ? widening(width) + grid.replace(/columns: (\[[^\]]*\])/, 'columns: wide($1)') : grid
    },
  })
