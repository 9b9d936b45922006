import { isDrafted, useDraft } from '../shared/draft.ts'

type Changed = { granted: readonly string[]; taken: readonly string[] }

const nothing: Changed = { granted: [], taken: [] }

/** The unsaved grants of a role: the local changes applied to what it holds now, also after others changed it. */
export const useGrants = (name: string, held: readonly string[]) => {
  const draft = useDraft<Changed>(name, () => nothing)
  const granted = draft.value.granted.filter((id) => !held.includes(id))
  const taken = draft.value.taken.filter((id) => held.includes(id))
  const wanted = [...held.filter((id) => !taken.includes(id)), ...granted]

  const change = (ids: readonly string[], isOn: boolean) => {
    const next = isOn
      ? {
          granted: [...granted, ...ids.filter((id) => !wanted.includes(id) && !held.includes(id))],
          taken: taken.filter((id) => !ids.includes(id)),
        }
      : {
          granted: granted.filter((id) => !ids.includes(id)),
          taken: [...taken, ...ids.filter((id) => held.includes(id) && !taken.includes(id))],
        }
    if (next.granted.length + next.taken.length > 0) draft.type(next)
    else draft.drop()
  }

  return {
    granted,
    taken,
    wanted,
    change,
    drop: draft.drop,
    isChanged: isDrafted(name) && granted.length + taken.length > 0,
  }
}

export type Grants = ReturnType<typeof useGrants>
