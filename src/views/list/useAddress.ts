import { useSearchParams } from 'react-router-dom'
import { refusalOf } from '../shared/refusal.ts'
import { showError } from '../shared/toast.ts'
import { queryOf, readAddress } from './address.ts'
import { type FilterField, isSecret } from './filter.ts'
import { useConcealed } from './useConcealed.ts'

type Offered = { fields: readonly FilterField[]; sorts: readonly string[] }

/** What a list is asked for: in the URL, so that it can be shared, kept and gone back to. */
export const useAddress = ({ fields, sorts }: Offered) => {
  const [params, setParams] = useSearchParams()
  const { valueOf, idOf } = useConcealed(fields.filter(isSecret).flatMap(({ name }) => params.get(name) || []))

  const set = (name: string, value: string | undefined) =>
    setParams((before) => {
      const after = new URLSearchParams(before)
      if (value) after.set(name, value)
      else after.delete(name)
      return after
    })

  return {
    ...readAddress(params, { fields, sorts }, valueOf),
    /** What a saved view would keep of it. */
    query: queryOf(params, fields),
    isOnlyView: params.size === 1 && params.has('view'),
    choose: (field: FilterField, value: string) => {
      if (!isSecret(field) || !value) return set(field.name, value)
      idOf(value).then(
        (id) => set(field.name, id),
        (error: unknown) => {
          const words = refusalOf(error, String(error))
          if (words) showError(words)
        },
      )
    },
    chooseSort: (sort: string) => set('sort', sort),
    chooseLimit: (limit: number) => set('size', String(limit)),
    drop: (name: string) => set(name, undefined),
    clear: () => setParams((before) => new URLSearchParams([...before].filter(([name]) => name === 'size'))),
    /** Asks for what a view keeps, or for what the list shows without one. */
    open: (view: { id: string; query: string } | undefined, replace = false) => {
      const after = new URLSearchParams(view?.query)
      if (view) after.set('view', view.id)
      setParams(after, { replace })
    },
  }
}
