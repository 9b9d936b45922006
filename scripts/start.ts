import { run } from '../src/server/main.ts'
import { buildConsole } from './build.ts'

// Vite builds in a child process, in parallel with the generation of the simulated lender.
await run(buildConsole())
