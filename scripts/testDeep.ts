import { runTests } from './runTests.ts'

await runTests(['tests/model', 'tests/server', 'tests/e2e/personalData'], undefined, 'deep')
// What a test notices is only known once all pass.
if (!process.exitCode) await runTests(['tests/model/mutants.http.test.ts'], undefined, 'mutants')
