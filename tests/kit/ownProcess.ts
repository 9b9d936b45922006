import { fileURLToPath } from 'node:url'

/** What a process of its own begins with: nothing else of the environment that the tests run in, which may name a database. */
export const bareEnv = {
  PATH: process.env.PATH,
  // Hundreds are started, all of the same modules.
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)),
}
