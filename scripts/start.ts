import { run } from '../src/server/main.ts'
import { buildConsole } from './build.ts'

// The build runs in a process of its own, so that the simulated lender is made meanwhile.
await run(buildConsole())
