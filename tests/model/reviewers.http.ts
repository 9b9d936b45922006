import { randomUUID } from 'node:crypto'
import * as reviewers from '../../src/services/reviewers.ts'
import { editUser } from '../../src/services/user.ts'
import { password, type TestApp } from '../kit/app.ts'
import { type Desk, officeSystem } from './office.http.ts'
import { reviewerModel, someone, weight, type Move as ReviewerMove } from './reviewer.moves.ts'
import { groupFacts, reviewGroupModel, type Move as GroupMove } from './reviewGroup.moves.ts'

let nth = 0

/** Each path has a reviewer of its own, whose account is opened for it. */
const newReviewer = async (app: TestApp) => {
  nth += 1
  const login = `walker${nth}`
  const { id } = await app.db.sql
    .selectFrom('role')
    .select('id')
    .where('name', '=', 'reviewer1')
    .executeTakeFirstOrThrow()
  const admin = await app.login('admin')
  await admin.data(editUser, { name: login, email: `${login}@demo.example`, roles: [id], password })
  return new Map([[someone, login]])
}

const reviewerDesk: Desk<ReviewerMove> = {
  begin: newReviewer,
  ask: async ({ type }, { version }, idOf) => {
    switch (type) {
      case 'signedIn':
        return { endpoint: reviewers.signIn, body: {} }
      case 'signedOut':
        return { endpoint: reviewers.signOut, body: {} }
      case 'sentHome':
        return { endpoint: reviewers.sendHome, body: { id: await idOf(someone), version } }
      case 'weightSet':
        return { endpoint: reviewers.setWeight, body: { id: await idOf(someone), version, weight } }
      case 'signInExpired':
        return undefined
      default:
        return type satisfies never
    }
  },
}

/** Names are there once: those of the paths before are given up. */
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

const groupDesk: Desk<GroupMove> = {
  begin: freeNames,
  ask: async ({ type }, { version, stream }) => {
    const id = Number(stream?.split('/')[1] ?? 0)
    switch (type) {
      case 'groupCreated':
        // The call makes another group: none makes one that is there.
        return stream ? undefined : { endpoint: reviewers.groupSave, body: groupFacts.groupCreated }
      case 'groupChanged':
        return { endpoint: reviewers.groupSave, body: { ...groupFacts.groupChanged, id, version } }
      case 'groupClosed':
        return { endpoint: reviewers.groupClose, body: { id, version } }
      case 'groupReopened':
        return { endpoint: reviewers.groupReopen, body: { id, version } }
      default:
        return type satisfies never
    }
  },
}

type Options = { databaseUrl: string | undefined }

/** Reviewers who sign in and out on a server. */
export const reviewerSystem = (options: Options) => officeSystem(reviewerModel, reviewerDesk, options)

/** Groups that are made and changed on a server. */
export const groupSystem = (options: Options) => officeSystem(reviewGroupModel, groupDesk, options)
