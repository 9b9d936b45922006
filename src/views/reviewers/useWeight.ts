import { useState } from 'react'
import { type Reviewer, setWeight } from '../../services/reviewers.ts'
import { useConsole } from '../shared/console.ts'

type Told = { onDone: () => void; onFailed: (error: unknown) => void }

/** Sets a reviewer's weight; what was chosen is shown while it is on its way. */
export const useWeight = ({ id, version, weight }: Reviewer, { onDone, onFailed }: Told) => {
  const { client } = useConsole()
  const [chosen, setChosen] = useState<{ weight: number; version: number }>()
  // Until the list says what became of it.
  const isAhead = chosen !== undefined && chosen.version === version
  const choose = (next: number) => {
    setChosen({ weight: next, version })
    client.call(setWeight, { id, version, weight: next }).then(onDone, (error: unknown) => {
      setChosen(undefined)
      onFailed(error)
    })
  }
  return { shown: isAhead ? chosen.weight : weight, pending: isAhead, choose }
}
