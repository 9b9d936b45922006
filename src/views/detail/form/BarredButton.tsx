import { Button, type ButtonProps, Tooltip } from '@blueprintjs/core'
import { type MouseEvent, useId } from 'react'
import './form.css'

type BarredButtonProps = ButtonProps & { reason?: string | undefined }

/** A button that does nothing while `reason` is set and shows that reason; it also blocks the submit of its form. */
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
          // Not `disabled`: a disabled button cannot take the focus, so keyboard users could not read the reason.
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
