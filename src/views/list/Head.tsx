import { SortAscIcon, SortDescIcon, SortIcon } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { type Column, reversed } from './column.ts'

/** The sort order, in the terms of the list call. */
export type Sorted = { by: string | undefined; onSort: (sort: string) => void }

type HeadProps = { column: Pick<Column<never>, 'label' | 'sort'>; sorted: Sorted }

/** A column's `aria-sort`; undefined when the server cannot sort by it. */
export const directionOf = (sort: string | undefined, by: string | undefined) => {
  if (sort === undefined) return undefined
  if (by === sort) return 'ascending' as const
  return by === reversed(sort) ? ('descending' as const) : ('none' as const)
}

const icons = { ascending: SortAscIcon, descending: SortDescIcon, none: SortIcon }

/** A column's title; a button where the server can sort by it. */
export const Head = ({ column: { label, sort }, sorted: { by, onSort } }: HeadProps) => {
  const { t } = useTranslation()
  const direction = directionOf(sort, by)
  if (sort === undefined || direction === undefined) return t(label)
  const Icon = icons[direction]
  return (
    <button type="button" className="list-sort" onClick={() => onSort(by === sort ? reversed(sort) : sort)}>
      {t(label)}
      <Icon size={12} />
    </button>
  )
}
