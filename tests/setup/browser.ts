import type { TestProject } from 'vitest/node'
import { buildConsole } from '../../scripts/build.ts'
import { ensureChromium } from '../../scripts/chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    chromiumPath: string
  }
}

export async function setup(project: TestProject) {
  project.provide('chromiumPath', ensureChromium())
  await buildConsole()
}
