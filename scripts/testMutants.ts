import { invariants } from '../tests/model/invariants.all.ts'
import { runTests } from './runTests.ts'

const names = invariants.map(({ chart }) => chart)
const [asked = '', ...more] = process.argv.slice(2)
if (!names.includes(asked) || more.length > 0) {
  console.error(`npm run test:mutants -- <chart>, which is one of ${names.join(', ')}`)
  process.exitCode = 2
} else await runTests(['tests/model/mutants', 'tests/model/invariants.test.ts'], String.raw`^${asked}\b`, 'mutants')
