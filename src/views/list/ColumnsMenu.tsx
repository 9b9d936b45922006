import { Button } from '@blueprintjs/core'
import { ListColumnsIcon } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { Popover } from '../shared/Popover.tsx'
import { ColumnChoice, type ColumnChoiceProps } from './ColumnChoice.tsx'

/** A menu that shows, hides and orders columns. */
export const ColumnsMenu = (props: ColumnChoiceProps) => {
  const { t } = useTranslation()
  return (
    <Popover content={<ColumnChoice {...props} />}>
      <Button size="small" variant="minimal" icon={<ListColumnsIcon />} text={t('list:columns')} />
    </Popover>
  )
}
