import { useState } from 'react'
import { type Reviewer, setWeight } from '../../services/reviewers.ts'
import { useConsole } from '../shared/console.ts'

type Told = { onDone: () => void; onFailed: (error: unknown) => void }

/** Sets a reviewer's weight optimistically: the chosen one is shown until the list has a newer version. */
export const useWeight = ({ id, version, weight }: Reviewer, { onDone, onFailed }: Told) => {
  const { client } = useConsole()
  const [chosen, setChosen] = useState<{ weight: number; version: number }>()
  // The list still has the version that the choice was made on.
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
