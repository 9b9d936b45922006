import { Button, type ButtonProps } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'

type PageButtonsProps = {
  pages: { next: unknown; cursors: readonly unknown[] }
  send: (event: { type: 'previousPage' | 'nextPage' }) => void
  size?: NonNullable<ButtonProps['size']>
}

/** The way to the page before and to the next one, of a list inside something else. */
export const PageButtons = ({ pages: { next, cursors }, send, size = 'medium' }: PageButtonsProps) => {
  const { t } = useTranslation()
  return (
    <>
      <Button
        size={size}
        text={t('list:previous')}
        disabled={cursors.length === 0}
        onClick={() => send({ type: 'previousPage' })}
      />{' '}
      <Button size={size} text={t('list:next')} disabled={next === null} onClick={() => send({ type: 'nextPage' })} />
    </>
  )
}
