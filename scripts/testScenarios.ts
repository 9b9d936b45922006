import { readdirSync } from 'node:fs'
import { runTests } from './runTests.ts'

const names = readdirSync('tests/scenarios')
const [asked = '', ...more] = process.argv.slice(2)
if (!names.includes(asked) || more.length > 0) {
  console.error(`npm run test:scenarios -- <chart>, which is one of ${names.join(', ')}`)
  process.exitCode = 2
} else await runTests(['tests/model/scenarios'], String.raw`\b${asked}: `)
