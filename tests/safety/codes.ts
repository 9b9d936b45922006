/**
 * Lists where a test compares the code of an answer as a number, as `path:line`. "expected +0 to be 4030" says neither
 * what was called nor why it was refused: `expect(answer).toHaveCode(4030)` does.
 */
export const bareCodes = (path: string, text: string): string[] =>
  path.startsWith('tests/')
    ? [...text.matchAll(/\.code,?\s*\)\s*\.(not\.)?to(Be|Equal)\(/g)].map(
        ({ index }) =>
          `${path}:${text.slice(0, index).split('\n').length} compares a code as a number: toHaveCode says it in words`,
      )
    : []
