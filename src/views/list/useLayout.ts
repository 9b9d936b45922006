import { useMemo, useState } from 'react'
import type { Layout, View } from '../../services/savedViews.ts'
import { arranged, layoutOf } from './layout.ts'

type Draft = { of: string | undefined; layout: Layout }
type Kept = { own: Layout | null; view: View | undefined; keep: (layout: Layout) => void }

/**
 * The column layout in use: the view's, or the user's own. Changes of one's own are stored at once, those of a view
 * when it is saved.
 */
export const useLayout = <Column extends { name: string; extra?: true }>(
  columns: readonly Column[],
  { own, view, keep }: Kept,
) => {
  const [draft, setDraft] = useState<Draft>()
  const isDraft = draft !== undefined && draft.of === view?.id
  const layout = isDraft ? draft.layout : view ? view.layout : own
  // Memoised: a grid renders all cells again for a new array of columns.
  const placed = useMemo(() => arranged(columns, layout), [columns, layout])
  const shown = useMemo(() => placed.filter(({ hidden }) => !hidden).map(({ column }) => column), [placed])
  const change = (next: Layout) => {
    setDraft({ of: view?.id, layout: next })
    if (!view) keep(next)
  }
  return {
    layout,
    shown,
    /** The layout differs from the stored one of the view. */
    isChanged: isDraft && view !== undefined,
    change,
    widthOf: (name: string) => placed.find(({ column }) => column.name === name)?.width,
    /** `width` in CSS pixels. */
    resize: (name: string, width: number) =>
      change(
        layoutOf(
          placed.map((one) => (one.column.name === name ? { ...one, width: Math.round(width) } : one)),
          layout,
        ),
      ),
    /** Drops the local changes, after they were stored or given up. */
    settle: () => setDraft(undefined),
  }
}

export type LayoutInUse = ReturnType<typeof useLayout>
