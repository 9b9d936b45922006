/// <reference types="vitest/config" />
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { FilesReport } from './scripts/filesReport.ts'
import { patience } from './tests/kit/patience.ts'

const httpModels = 'tests/model/**/*.http.test.ts'
const browserModels = 'tests/model/**/*.browser.test.ts'
// Of the scripts' tests, those that start a server.
const startingScripts = 'tests/scripts/{bench,container,newProcess,npmScripts}.test.ts'

// By Blueprint's rule for selected text every element has a style more; the browser's own colour does as well.
const plainSelection = {
  name: 'plain-selection',
  enforce: 'pre' as const,
  transform: {
    filter: { id: /blueprint\.css$/ },
    handler: (css: string) => css.replaceAll(/::(-moz-)?selection\s*\{[^}]*\}/g, ''),
  },
}

// A test file imported with `?collected` hands its tests over instead of running them: the mutants of a chart run them.
const collected = {
  name: 'collected',
  enforce: 'pre' as const,
  resolveId: (source: string, importer = '') => {
    if (!importer.endsWith('?collected')) return undefined
    if (source === 'vitest') return fileURLToPath(new URL('tests/setup/collected.ts', import.meta.url))
    // It has hooks of its own, which belong to the file that imports it.
    if (source.endsWith('/kit/withApp.ts'))
      return `${fileURLToPath(new URL('tests/kit/withApp.ts', import.meta.url))}?collected`
    return undefined
  },
}

/**
 * The time limits of a project, in ms. They end what hangs and judge nothing, so they are long enough for a busy machine,
 * and in a deep run for walks that take an hour.
 */
const limitsOf = (mode: string, usual: number) => {
  const limit = mode === 'deep' || mode === 'mutants' ? 7_200_000 : usual
  return { testTimeout: limit, hookTimeout: limit, expect: { poll: { timeout: patience, interval: 20 } } }
}

// To load and warm up the modules again for each file took longer than most files' tests.
const sharedProcess = {
  isolate: false,
  execArgv: ['--no-wasm-code-gc'],
  setupFiles: ['tests/setup/wasm.ts', 'tests/setup/matchers.ts'],
}

export default defineConfig(({ mode }) => ({
  plugins: [react(), plainSelection, collected],
  server: { watch: { ignored: ['**/data/**', '**/reports/**'] } },
  build: {
    // Says which chunk a language is, for who weighs the login page.
    manifest: true,
    // The login page has a budget of eight requests: what it needs of all packages is one chunk, and of our own code another.
    // `$initial` keeps out of them what only lazy screens use. A language is one chunk because it is one lazy module.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /[\\/]node_modules[\\/]/, tags: ['$initial'] },
            { name: 'start', test: /[\\/]src[\\/]/, tags: ['$initial'] },
          ],
        },
      },
    },
    chunkSizeWarningLimit: 700,
  },
  test: {
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }], new FilesReport('reports/files.json')],
    // `npm run test:deep` walks longer, and `npm run test:mutants` takes facts out: tests read it with `inject`.
    provide: { deep: mode === 'deep', mutants: mode === 'mutants' },
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'machines',
          ...sharedProcess,
          // Everything that no other project takes, so that no test file is left out in silence.
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/{server,views,e2e}/**', startingScripts, httpModels, browserModels],
          ...limitsOf(mode, 180_000),
        },
      },
      {
        test: {
          name: 'server',
          ...sharedProcess,
          include: ['tests/server/**/*.test.ts', startingScripts, httpModels],
          globalSetup: ['tests/setup/postgres.ts', 'tests/setup/templates.ts'],
          ...limitsOf(mode, 600_000),
        },
      },
      {
        test: {
          name: 'views',
          ...sharedProcess,
          include: ['tests/views/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          globalSetup: ['tests/setup/postgres.ts', 'tests/setup/templates.ts'],
          setupFiles: [...sharedProcess.setupFiles, 'tests/setup/views.ts'],
          ...limitsOf(mode, 300_000),
        },
      },
      {
        test: {
          name: 'e2e',
          ...sharedProcess,
          include: ['tests/e2e/**/*.test.ts', browserModels],
          globalSetup: ['tests/setup/postgres.ts', 'tests/setup/templates.ts', 'tests/setup/browser.ts'],
          ...limitsOf(mode, 900_000),
          // After the others: a browser on a busy machine is slow for reasons that are no fault of the page.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
}))
