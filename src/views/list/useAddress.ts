import { useContext, useMemo, useState } from 'react'
import {
  type NavigateOptions,
  UNSAFE_DataRouterContext as DataRouterContext,
  useLocation,
  useNavigate,
} from 'react-router-dom'
import { keepPages, keptPages } from '../../services/memory.ts'
import { showRefusal } from '../shared/refusal.ts'
import { cursorIn, cursorWord, type Offered, queryOf, readAddress } from './address.ts'
import { type FilterField, isSecret } from './filter.ts'
import { useConcealed } from './useConcealed.ts'

/** What a list is asked for: in the URL, so that it can be shared, kept and gone back to. */
export const useAddress = (offered: Offered) => {
  const { fields } = offered
  const { pathname, search } = useLocation()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const edit = useEdit(pathname)
  const { valueOf, idOf } = useConcealed(fields.filter(isSecret).flatMap(({ name }) => params.get(name) || []))
  const [unknown, setUnknown] = useState<Readonly<Record<string, string>>>({})
  const isUnknown = ({ name }: FilterField) => params.has(name) && params.get(name) === unknown[name]
  const address = readAddress(
    params,
    offered,
    valueOf,
    fields.filter(isUnknown).map(({ name }) => name),
  )

  const word = address.after === undefined ? undefined : params.get('after')!
  const cursors = useMemo(() => wordsTo(pathname, word).map(cursorIn), [pathname, word])

  const set = (name: string, value: string | undefined) =>
    edit((params) => {
      if (value) params.set(name, value)
      else params.delete(name)
      toFirst(params)
    })

  return {
    ...address,
    /** What the pages up to this one went on from; that of this page alone when it was come to from elsewhere. */
    cursors,
    /** What a saved view would keep of it. */
    query: queryOf(params, fields, address),
    isOnlyView: params.size === 1 && params.has('view'),
    /** Answers whether it is in force: not when the server gave no id, nor when the person has gone elsewhere meanwhile. */
    choose: async (field: FilterField, value: string): Promise<boolean> => {
      if (!isSecret(field) || !value) return set(field.name, value)
      try {
        return set(field.name, await idOf(value))
      } catch (error) {
        showRefusal(error)
        return false
      }
    },
    /** The options of a field have come, and this is none of them. */
    notOffered: ({ name }: FilterField, value: string) => setUnknown((before) => ({ ...before, [name]: value })),
    chooseSort: (sort: string) => set('sort', sort),
    chooseLimit: (limit: number) => set('size', String(limit)),
    /** To the page that goes on from the last of these, which is the `page`th. */
    turn: (to: readonly unknown[], page: number, options?: NavigateOptions) => {
      const words = to.map(cursorWord)
      const known = keptPages(pathname)
      if (words.some((one, index) => one !== known[index])) keepPages(pathname, words)
      edit((params) => {
        toFirst(params)
        if (words.length === 0) return
        params.set('after', words.at(-1)!)
        params.set('page', String(page))
      }, options)
    },
    drop: (name: string) =>
      edit((params) => {
        params.delete(name)
        if (name === 'after') toFirst(params)
      }),
    clear: () =>
      edit((params) => {
        for (const name of new Set(params.keys())) if (name !== 'size') params.delete(name)
      }),
    /** Asks for what a view keeps, or for what the list shows without one. */
    open: (view: { id: string; query: string } | undefined, replace = false) =>
      edit(
        (params) => {
          for (const name of new Set(params.keys())) params.delete(name)
          for (const [name, value] of new URLSearchParams(view?.query)) params.set(name, value)
          if (view) params.set('view', view.id)
        },
        { replace },
      ),
  }
}

const toFirst = (params: URLSearchParams) => {
  params.delete('after')
  params.delete('page')
}

/** The words of the pages turned up to one, as this window remembers them. */
const wordsTo = (path: string, word: string | undefined): readonly string[] => {
  if (word === undefined) return []
  const known = keptPages(path)
  return known.includes(word) ? known.slice(0, known.indexOf(word) + 1) : [word]
}

/** Changes what the page's address says at that moment, which may be long after it was drawn; not when another page is shown by then. */
const useEdit = (pathname: string) => {
  const { router } = useContext(DataRouterContext)!
  const navigate = useNavigate()
  return (change: (params: URLSearchParams) => void, options?: NavigateOptions): boolean => {
    const heading = router.state.navigation.location ?? router.state.location
    if (heading.pathname !== pathname) return false
    const params = new URLSearchParams(heading.search)
    change(params)
    // What was taken out of it is told of until somebody does something else.
    for (const name of new Set(params.keys())) if (params.get(name) === '') params.delete(name)
    // Entered, and then left: it is one step for the Back button.
    if (params.toString() !== new URLSearchParams(heading.search).toString())
      void navigate({ search: params.toString() }, options)
    return true
  }
}
