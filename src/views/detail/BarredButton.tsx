import { Button, type ButtonProps, Tooltip } from '@blueprintjs/core'
import { useId } from 'react'
import './command.css'

/** A button that, for as long as there is a reason, does nothing and says why. */
export const BarredButton = ({ reason, onClick, ...button }: ButtonProps & { reason: string | undefined }) => {
  const reasonId = useId()
  if (reason === undefined) return <Button {...button} onClick={onClick} />
  return (
    <span>
      <Tooltip content={reason} compact={button.size === 'small'} placement="bottom">
        <Button
          {...button}
          title={undefined}
          intent="none"
          // Not `disabled`: that would take the button, and with it the reason, away from the keyboard.
          aria-disabled
          aria-describedby={reasonId}
          className="offer-barred"
        />
      </Tooltip>
      <span id={reasonId} className="visually-hidden">
        {reason}
      </span>
    </span>
  )
}
