import { useTranslation } from 'react-i18next'

type RowCheckProps = { label: string; checked: boolean; disabled?: boolean; onToggle: (through: boolean) => void }

/** Selects a row; with Shift also all rows since the last one. Plain HTML, because a page has up to 200. */
export const RowCheck = ({ label, checked, disabled = false, onToggle }: RowCheckProps) => (
  <input
    type="checkbox"
    aria-label={label}
    checked={checked}
    disabled={disabled}
    onChange={({ nativeEvent }) => onToggle('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
  />
)

type PageCheckProps = { count: number; of: number; onToggle: (on: boolean) => void }

/** Selects all rows of the page, or none. */
export const PageCheck = ({ count, of, onToggle }: PageCheckProps) => {
  const { t } = useTranslation()
  return (
    <input
      type="checkbox"
      aria-label={t('list:selectPage')}
      disabled={of === 0}
      checked={of > 0 && count === of}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && count < of
      }}
      onChange={({ target }) => onToggle(target.checked)}
    />
  )
}
