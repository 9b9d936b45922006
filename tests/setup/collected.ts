import { expect, inject, vi } from 'vitest'

/** A test of a file that was imported with `?collected`: its name and body, which run when they are called. */
export type Collected = { name: string; run: () => unknown }

type Hook = () => unknown
type Moment = 'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll'
type Group = { name: string; hooks: Record<Moment, Hook[]>; parts: (Group | Collected)[] }

const group = (name: string): Group => ({
  name,
  hooks: { beforeAll: [], beforeEach: [], afterEach: [], afterAll: [] },
  parts: [],
})

let current = group('')
let finished: Hook[] = []

type Body = (...args: never[]) => unknown
const argsOf = (row: unknown): readonly unknown[] => (Array.isArray(row) ? row : [row])
const under = (name: string) => [current.name, name].filter(Boolean).join(' > ')

const collectedGroup = (name: string, body: Body, args: readonly unknown[] = []) => {
  const outer = current
  const inner = group(under(name))
  outer.parts.push(inner)
  current = inner
  body(...(args as never[]))
  current = outer
}
const collectedTest = (name: string, body: Body, args: readonly unknown[] = []) =>
  void current.parts.push({ name: under(name), run: () => body(...(args as never[])) })

type Collect = (name: string, body: Body, args?: readonly unknown[]) => unknown
const nothing: Collect = () => {}
const withVariants = (collect: Collect) => {
  const each =
    (to: Collect) =>
    (rows: readonly unknown[]) =>
    (name: string, body: Body): void => {
      for (const [index, row] of rows.entries()) to(`${name} ${index + 1}`, body, argsOf(row))
    }
  const only = (isRun: boolean) => {
    const to = isRun ? collect : nothing
    return Object.assign((name: string, body: Body) => to(name, body), { each: each(to) })
  }
  return Object.assign((name: string, body: Body) => collect(name, body), {
    each: each(collect),
    runIf: (isRun: unknown) => only(Boolean(isRun)),
    skipIf: (isLeftOut: unknown) => only(!isLeftOut),
  })
}

const at = (moment: Moment) => (hook: Hook) => void current.hooks[moment].push(hook)
export const test = withVariants(collectedTest)
export const describe = withVariants(collectedGroup)
export const beforeAll = at('beforeAll')
export const beforeEach = at('beforeEach')
export const afterEach = at('afterEach')
export const afterAll = at('afterAll')
export const onTestFinished = (hook: Hook) => void finished.push(hook)
export { expect, inject, vi }

/** The groups and tests of files that `load` imports. */
export const collectedFrom = async (load: () => Promise<unknown>): Promise<Group> => {
  const all = group('')
  current = all
  await load()
  return all
}

const testsOf = ({ parts }: Group): Collected[] => parts.flatMap((one) => ('run' in one ? [one] : testsOf(one)))

/** The tests of files that `load` imports and that have no hooks. */
export const collected = async (load: () => Promise<unknown>): Promise<Collected[]> =>
  testsOf(await collectedFrom(load))

/** Runs the wanted tests of a group, in their order and with their hooks, up to the first that fails, which it throws. */
export const runGroup = async (
  its: Group,
  isWanted: (name: string) => boolean,
  begins: (name: string) => void = () => {},
  around: { before: Hook[]; after: Hook[] } = { before: [], after: [] },
): Promise<void> => {
  if (!testsOf(its).some(({ name }) => isWanted(name))) return
  const inside = {
    before: [...around.before, ...its.hooks.beforeEach],
    after: [...its.hooks.afterEach, ...around.after],
  }
  try {
    for (const hook of its.hooks.beforeAll) await hook()
    for (const part of its.parts)
      if (!('run' in part)) await runGroup(part, isWanted, begins, inside)
      else if (isWanted(part.name)) await runTest(part, inside, begins)
  } finally {
    for (const hook of its.hooks.afterAll) await hook()
  }
}

const runTest = async (
  { name, run }: Collected,
  around: { before: Hook[]; after: Hook[] },
  begins: (name: string) => void,
) => {
  finished = []
  for (const hook of around.before) await hook()
  begins(name)
  try {
    await run()
  } finally {
    for (const hook of [...around.after, ...finished]) await hook()
  }
}
