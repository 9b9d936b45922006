import type { Layout } from '../../services/savedViews.ts'

type Named = { name: string; extra?: true }
type Placed<Column> = { column: Column; hidden: boolean; width: number | undefined }

/** All columns in the order of a layout; columns unknown to it come last. The list's first column stays first. */
export const arranged = <Column extends Named>(columns: readonly Column[], layout: Layout | null): Placed<Column>[] => {
  const [first, ...others] = columns
  if (!first) return []
  const kept = layout?.columns ?? []
  const placeOf = ({ name }: Named) => {
    const at = kept.findIndex((one) => one.name === name)
    return at < 0 ? kept.length : at
  }
  return [first, ...others.toSorted((a, b) => placeOf(a) - placeOf(b))].map((column) => {
    const known = kept.find(({ name }) => name === column.name)
    const hidden = known ? known.hidden === true : column.extra === true
    return { column, hidden: column !== first && hidden, width: known?.width }
  })
}

/** The layout that has these columns in this order. */
export const layoutOf = <Column extends Named>(placed: readonly Placed<Column>[], before: Layout | null): Layout => ({
  ...before,
  columns: placed.map(({ column: { name }, hidden, width }) => ({
    name,
    ...(hidden && { hidden }),
    ...(width !== undefined && { width }),
  })),
})

/** The columns with one moved by `by` places; the first stays first. */
export const moved = <Column>(placed: readonly Column[], from: number, by: number): Column[] => {
  const to = Math.min(Math.max(from + by, 1), placed.length - 1)
  const others = placed.filter((_, index) => index !== from)
  return [...others.slice(0, to), placed[from]!, ...others.slice(to)]
}
