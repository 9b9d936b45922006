import { runTests } from './runTests.ts'
import { processes, testsOf } from './testFiles.ts'

// Files whose tests cover every chart: only those tests run whose names contain the process.
const walkers = ['tests/model/charts.test.ts', 'tests/machines/golden.test.ts', 'tests/scripts/statecharts/']

const [asked = '', ...more] = process.argv.slice(2)
const name = processes.find((one) => one.toLowerCase() === asked.toLowerCase())
if (!name || more.length > 0) {
  console.error(`npm run test:process -- <process>, which is one of ${processes.join(', ')}`)
  process.exitCode = 2
} else {
  const files = testsOf(name)
  console.log(`${name}: ${files.join(' ')}`)
  await runTests(files)
  await runTests(walkers, String.raw`\b${name}\b`)
}
