import { lazy, Suspense } from 'react'
import type { GridProps } from './Grid.tsx'
import { Table } from './Table.tsx'

// A grid is as large as all the rest of a list, and few lists are one.
const Grid = lazy(() => import('./Grid.tsx').then((module) => ({ default: module.Grid }))) as <Row>(
  props: GridProps<Row>,
) => React.ReactNode

/** Scrolls to the first row, of a table or of a grid, and not sideways. */
export const toFirstRow = (section: HTMLElement | null) => {
  const scrolled = section?.querySelector('.bp6-table-quadrant-main .bp6-table-quadrant-scroll-container') ?? section
  scrolled?.scrollTo({ top: 0 })
}

/** The rows of a list as a table or as a grid. */
export const Rows = <Row,>({ isGrid, ...props }: GridProps<Row> & { isGrid: boolean }) => {
  if (!isGrid) return <Table {...props} />
  return (
    <Suspense fallback={<Table {...props} rows={null} />}>
      <Grid {...props} />
    </Suspense>
  )
}
