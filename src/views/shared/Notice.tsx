import type { ComponentProps } from 'react'

/** Stands in for a screen: what is wrong, and what the user can do. Plain HTML, so that it shows without Blueprint. */
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
