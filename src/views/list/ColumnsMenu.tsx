import { Button, PopoverNext } from '@blueprintjs/core'
import { ListColumnsIcon } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { ColumnChoice, type ColumnChoiceProps } from './ColumnChoice.tsx'

/** Which columns are shown, and in which order. */
export const ColumnsMenu = (props: ColumnChoiceProps) => {
  const { t } = useTranslation()
  return (
    <PopoverNext placement="bottom-end" arrow={false} animation="minimal" content={<ColumnChoice {...props} />}>
      <Button size="small" variant="minimal" icon={<ListColumnsIcon />} text={t('list:columns')} />
    </PopoverNext>
  )
}
