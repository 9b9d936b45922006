import { Button } from '@blueprintjs/core'
import { GridIcon, ThListIcon } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { Layout } from '../../services/savedViews.ts'
import { useApp } from '../shared/app.ts'

/** Whether a list with a grid shows it: by the user's choice, or else unless the window is narrow. */
export const useIsGrid = (layout: Layout | null): boolean => {
  const { shell } = useApp()
  const isNarrow = useSelector(shell, ({ context }) => context.device === 'mobile')
  return !(layout?.plain ?? isNarrow)
}

type GridSwitchProps = { layout: Layout | null; onChange: (layout: Layout) => void }

/** Switches between the grid and the plain table, which screen readers can read. */
export const GridSwitch = ({ layout, onChange }: GridSwitchProps) => {
  const { t } = useTranslation()
  const isGrid = useIsGrid(layout)
  return (
    <Button
      size="small"
      variant="minimal"
      icon={isGrid ? <ThListIcon /> : <GridIcon />}
      text={t(isGrid ? 'list:asTable' : 'list:asGrid')}
      onClick={() => onChange({ columns: [], ...layout, plain: isGrid })}
    />
  )
}
