import { randomUUID } from 'node:crypto'
import type { Reviewer } from '../../src/machines/reviewer.ts'
import type { ReviewGroup, ReviewGroupEvent as GroupEvent } from '../../src/machines/reviewGroup.ts'
import * as reviewers from '../../src/services/reviewers.ts'
import { editUser } from '../../src/services/user.ts'
import { password, type TestApp } from '../kit/app.ts'
import type { IdOf } from './model.ts'
import type { Driver, Process } from './office.ts'
import { reviewerModel, someone, type Move as ReviewerMove, weightAt } from './reviewer.moves.ts'
import { reviewGroupModel, type Move as GroupMove } from './reviewGroup.moves.ts'

let nth = 0

/** Reviewers who sign in and out; each path opens its own account. */
export const reviewerProcess = (): Process<ReviewerMove, Reviewer> & { login: () => string } => {
  let login = ''
  let idOf: IdOf
  const driver: Driver<ReviewerMove, Reviewer> = {
    factOf: (move, standing, at) => reviewerModel.factOf(move, standing, at, idOf),
    begin: async (app) => {
      nth += 1
      login = `walker${nth}`
      const { id } = await app.db.sql
        .selectFrom('role')
        .select('id')
        .where('name', '=', 'reviewer1')
        .executeTakeFirstOrThrow()
      const admin = await app.login('admin')
      await admin.data(editUser, { name: login, email: `${login}@demo.example`, roles: [id], password })
      const walker = await app.login(login)
      idOf = (name) => (name === someone ? walker.id : name)
      return new Map([[someone, login]])
    },
    ask: async ({ type }, { version }, idOf) => {
      switch (type) {
        case 'signedIn':
          return { endpoint: reviewers.signIn, body: {} }
        case 'signedOut':
          return { endpoint: reviewers.signOut, body: {} }
        case 'sentHome':
          return { endpoint: reviewers.sendHome, body: { id: await idOf(someone), version } }
        case 'weightSet':
          return {
            endpoint: reviewers.setWeight,
            body: { id: await idOf(someone), version, weight: weightAt(version) },
          }
        case 'signInExpired':
          return undefined
        default:
          return type satisfies never
      }
    },
  }
  return { model: reviewerModel, driver, login: () => login }
}

/** Group names are unique: renames the groups of earlier paths. */
const freeNames = async (app: TestApp) => {
  const lead = await app.login('reviewLead')
  for (const { state, onShift: _, ...group } of (await lead.data(reviewers.groups, {})).groups) {
    const { id } = group
    let { version } = group
    if (state === 'closed') ({ version } = await lead.data(reviewers.groupReopen, { id, version }))
    await lead.data(reviewers.groupSave, { ...group, version, name: randomUUID() })
  }
  return new Map<string, string>()
}

const groupDriver: Driver<GroupMove, ReviewGroup> = {
  begin: freeNames,
  ask: async ({ type }, { version, stream, fact }) => {
    const id = Number(stream?.split('/')[1] ?? 0)
    const { type: _type, by: _by, at: _at, ...group } = fact() as GroupEvent & { type: 'groupCreated' }
    switch (type) {
      case 'groupCreated':
        // The call always creates another group, so it cannot be repeated on this one.
        return stream ? undefined : { endpoint: reviewers.groupSave, body: group }
      case 'groupChanged':
        return { endpoint: reviewers.groupSave, body: { ...group, id, version } }
      case 'groupClosed':
        return { endpoint: reviewers.groupClose, body: { id, version } }
      case 'groupReopened':
        return { endpoint: reviewers.groupReopen, body: { id, version } }
      default:
        return type satisfies never
    }
  },
}

/** Groups that are created and changed. */
export const groupProcess = (): Process<GroupMove, ReviewGroup> => ({ model: reviewGroupModel, driver: groupDriver })
