import { Button, type ButtonProps, Tooltip } from '@blueprintjs/core'
import { type MouseEvent, useId } from 'react'
import './command.css'

type BarredButtonProps = ButtonProps & { reason?: string | undefined }

/** A button that, for as long as there is a reason, does nothing and says why; a form that it is to send is not sent. */
export const BarredButton = ({ reason, onClick, ...button }: BarredButtonProps) => {
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
          onClick={doNothing}
        />
      </Tooltip>
      <span id={reasonId} className="visually-hidden">
        {reason}
      </span>
    </span>
  )
}

const doNothing = (event: MouseEvent) => event.preventDefault()
