import type { ComponentProps } from 'react'

/** In the place of a screen: what is the matter, in words, and what one may do about it. Plain, so that it shows without Blueprint. */
export const Notice = ({
  title,
  text,
  children,
  ...section
}: Omit<ComponentProps<'section'>, 'title'> & { title: string; text?: string | undefined }) => (
  <section className="notice" {...section}>
    <h1>{title}</h1>
    {text && <p>{text}</p>}
    {children}
  </section>
)
