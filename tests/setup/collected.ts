/** A test of a file that was imported with `?collected`: its name and body, which run when they are called. */
export type Collected = { name: string; run: () => unknown }

let found: Collected[] = []
let under: string[] = []

const within = (name: string, body: (...args: never[]) => void, args: readonly unknown[] = []) => {
  under = [...under, name]
  body(...(args as never[]))
  under = under.slice(0, -1)
}
const argsOf = (row: unknown): readonly unknown[] => (Array.isArray(row) ? row : [row])
const collect = (name: string, run: () => unknown) => void found.push({ name: [...under, name].join(' > '), run })

const collectedTest = Object.assign(collect, {
  each: (rows: readonly unknown[]) => (name: string, run: (...args: never[]) => unknown) => {
    for (const row of rows) collect(name, () => run(...(argsOf(row) as never[])))
  },
})
const collectedDescribe = Object.assign(within, {
  each: (rows: readonly unknown[]) => (name: string, body: (...args: never[]) => void) => {
    for (const row of rows) within(name, body, argsOf(row))
  },
})

export { expect, inject } from 'vitest'
export { collectedTest as test, collectedDescribe as describe }

/** The tests of files that `load` imports. */
export const collected = async (load: () => Promise<unknown>): Promise<Collected[]> => {
  found = []
  await load()
  return found
}
