import type { ComponentProps, KeyboardEvent } from 'react'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'onKeyDown' | 'noValidate'> & { onSubmit: () => void }

const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
  const { key, ctrlKey, metaKey, target, repeat, currentTarget } = event
  if (key !== 'Enter') return
  const isGoingOn = target instanceof HTMLElement && target.closest('[data-enter-submits]') !== null
  if (!isGoingOn && !ctrlKey && !metaKey) return
  event.preventDefault()
  // A key that is held down from opening the form must not send it.
  if (repeat) return
  // Submits through the button, as Enter does, because the button may be barred.
  currentTarget.querySelector<HTMLElement>('[type=submit]')?.click()
}

/**
 * A form that Ctrl+Enter submits from any field, and Enter from an element with `data-enter-submits`. Its fields show
 * the errors, not the browser.
 */
export const Form = ({ onSubmit, ...props }: FormProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
  <form
    {...props}
    noValidate
    onKeyDown={onKeyDown}
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  />
)
