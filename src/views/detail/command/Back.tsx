import { Button } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

type BackProps = {
  /** Whether the form has no fields, so that this button has the focus when it opens. */
  isFirst: boolean
  text?: string
  disabled: boolean
  onClick: () => void
}

/**
 * Leaves a form without sending it. In a form without fields it has the focus first, so that a stray click or Space
 * sends nothing; Enter goes on until the focus has moved.
 */
export const Back = ({ isFirst, text, disabled, onClick }: BackProps) => {
  const { t } = useTranslation()
  const id = useId()
  const [isFresh, setFresh] = useState(isFirst)
  return (
    <>
      <Button
        text={text ?? t('common:cancel')}
        disabled={disabled}
        data-enter-submits={isFresh || undefined}
        aria-describedby={isFresh ? id : undefined}
        onBlur={() => setFresh(false)}
        onClick={onClick}
      />
      {isFresh && (
        <span id={id} hidden>
          {t('detail:confirmKeys')}
        </span>
      )}
    </>
  )
}
