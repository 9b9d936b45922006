import { Classes, type Intent } from '@blueprintjs/core'

type TagProps = { intent?: Intent; title?: string; children: React.ReactNode }

/** A word or two in a coloured box. Blueprint's own measures itself whenever it is drawn, which a list does fifty times over. */
export const Tag = ({ intent, title, children }: TagProps) => (
  <span className={`${Classes.TAG} ${Classes.MINIMAL} ${Classes.intentClass(intent) ?? ''}`} title={title}>
    <span className={`${Classes.TEXT_OVERFLOW_ELLIPSIS} ${Classes.FILL}`}>{children}</span>
  </span>
)
