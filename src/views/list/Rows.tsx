import { lazy, Suspense } from 'react'
import type { GridProps } from './Grid.tsx'
import { Table } from './Table.tsx'

// Loaded lazily: the grid is as large as the rest of a list, and few lists use it.
const Grid = lazy(() => import('./Grid.tsx').then((module) => ({ default: module.Grid }))) as <Row>(
  props: GridProps<Row>,
) => React.ReactNode

/** Scrolls a table or grid to its first row, and keeps the horizontal position. */
export const toFirstRow = (section: HTMLElement | null) => {
  const scrolled = section?.querySelector('.bp6-table-quadrant-main .bp6-table-quadrant-scroll-container') ?? section
  scrolled?.scrollTo({ top: 0 })
}

/** The rows of a list as a table or a grid. */
export const Rows = <Row,>({ isGrid, ...props }: GridProps<Row> & { isGrid: boolean }) => {
  if (!isGrid) return <Table {...props} />
  return (
    <Suspense fallback={<Table {...props} rows={null} />}>
      <Grid {...props} />
    </Suspense>
  )
}
