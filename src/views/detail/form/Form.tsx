import type { ComponentProps, KeyboardEvent } from 'react'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'onKeyDown' | 'noValidate'> & { onSubmit: () => void }

const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  // Submits through the button, as Enter does, because the button may be barred.
  event.currentTarget.querySelector<HTMLElement>('[type=submit]')?.click()
}

/** A form that Ctrl+Enter submits from any field. Its fields show the errors, not the browser. */
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
