import { Classes, type Intent } from '@blueprintjs/core'

type TagProps = { intent?: Intent; title?: string; children: React.ReactNode }

/** A coloured label. Blueprint's own Tag measures itself at each render, which a list does fifty times. */
export const Tag = ({ intent, title, children }: TagProps) => (
  <span className={`${Classes.TAG} ${Classes.MINIMAL} ${Classes.intentClass(intent) ?? ''}`} title={title}>
    <span className={`${Classes.TEXT_OVERFLOW_ELLIPSIS} ${Classes.FILL}`}>{children}</span>
  </span>
)
