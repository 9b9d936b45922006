import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** The figures of one test file in a run. Instants are epoch ms; `seconds` includes its imports, hooks and tests. */
export type RanFile = {
  file: string
  project: string
  tests: number
  seconds: number
  began: number
  ended: number
  skipped: { test: string; why: string }[]
}

/** Writes a JSON array with a `RanFile` for each test file. It has the project, which Vitest's own JSON leaves out. */
export class FilesReport implements Reporter {
  private readonly path: string
  private readonly began = new Map<string, number>()
  private readonly ran: RanFile[] = []

  constructor(path: string) {
    this.path = path
  }

  onTestModuleStart(module: TestModule) {
    this.began.set(module.id, Date.now())
  }

  onTestModuleEnd(module: TestModule) {
    const { duration, collectDuration, setupDuration, environmentSetupDuration } = module.diagnostic()
    const ended = Date.now()
    const tests = [...module.children.allTests()]
    this.ran.push({
      file: module.relativeModuleId,
      project: module.project.name,
      tests: tests.length,
      seconds: (duration + collectDuration + setupDuration + environmentSetupDuration) / 1000,
      began: this.began.get(module.id) ?? ended,
      ended,
      skipped: tests.flatMap((test) => {
        const result = test.result()
        return result.state === 'skipped' ? [{ test: test.fullName, why: result.note ?? '' }] : []
      }),
    })
  }

  onTestRunEnd() {
    mkdirSync(dirname(this.path), { recursive: true })
    writeFileSync(this.path, JSON.stringify(this.ran))
  }
}
