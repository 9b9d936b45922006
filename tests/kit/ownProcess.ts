import { fileURLToPath } from 'node:url'

/** The environment of child processes. It excludes the tests' own environment, which may name a database. */
export const bareEnv = {
  PATH: process.env.PATH,
  // Shared, because hundreds of processes load the same modules.
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)),
}
