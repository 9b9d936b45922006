import { useContext, useMemo, useState } from 'react'
import {
  type NavigateOptions,
  UNSAFE_DataRouterContext as DataRouterContext,
  useLocation,
  useNavigate,
} from 'react-router-dom'
import { keepPages, keptPages } from '../../services/browserStorage.ts'
import { showRefusal } from '../shared/refusal.ts'
import { cursorIn, cursorWord, type Offered, queryOf, readAddress } from './address.ts'
import { type FilterField, isSecret } from './filter.ts'
import { useConcealed } from './useConcealed.ts'

/** `replace`: the change is one step of the Back button with the one before. */
export type ChooseOptions = Pick<NavigateOptions, 'replace'>

/** The result of choosing a value; `refused`: the server gave no id for it, `left`: the user has left the page meanwhile. */
export type Outcome = 'inForce' | 'refused' | 'left'

/** The list's request, in the URL, so that it can be shared, bookmarked and gone back to. */
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

  const set = (name: string, value: string | undefined, options?: NavigateOptions) =>
    edit((params) => {
      if (value) params.set(name, value)
      else params.delete(name)
      toFirst(params)
    }, options)

  return {
    ...address,
    /** The cursors of the pages up to this one; only this page's own when it was opened by a link. */
    cursors,
    /** The query that a saved view would store. */
    query: queryOf(params, fields, address),
    isOnlyView: params.size === 1 && params.has('view'),
    choose: async (field: FilterField, value: string, options?: ChooseOptions): Promise<Outcome> => {
      try {
        const word = isSecret(field) && value ? await idOf(value) : value
        return set(field.name, word, options) ? 'inForce' : 'left'
      } catch (error) {
        showRefusal(error)
        return 'refused'
      }
    },
    /** The field's options are loaded and do not contain the value. */
    notOffered: ({ name }: FilterField, value: string) => setUnknown((before) => ({ ...before, [name]: value })),
    chooseSort: (sort: string) => set('sort', sort),
    chooseLimit: (limit: number) => set('size', String(limit)),
    /** Goes to page number `page`, whose cursor is the last of `to`. */
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
    /** Applies the query of a saved view, or the default one. */
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

/** The URL words of the pages up to one, as this window remembers them. */
const wordsTo = (path: string, word: string | undefined): readonly string[] => {
  if (word === undefined) return []
  const known = keptPages(path)
  return known.includes(word) ? known.slice(0, known.indexOf(word) + 1) : [word]
}

/**
 * Edits the page's URL as it is at the call, maybe long after the render. Does nothing if another page is shown by
 * then.
 */
const useEdit = (pathname: string) => {
  const { router } = useContext(DataRouterContext)!
  const navigate = useNavigate()
  return (change: (params: URLSearchParams) => void, options?: NavigateOptions): boolean => {
    const heading = router.state.navigation.location ?? router.state.location
    if (heading.pathname !== pathname) return false
    const params = new URLSearchParams(heading.search)
    change(params)
    // Emptied parameters (withheld secrets) are reported only until the next change.
    for (const name of new Set(params.keys())) if (params.get(name) === '') params.delete(name)
    // Enter and then blur request the same change; it must be one step of the Back button.
    if (params.toString() !== new URLSearchParams(heading.search).toString())
      void navigate({ search: params.toString() }, options)
    return true
  }
}
