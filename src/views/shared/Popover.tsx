import { PopoverNext, type PopoverNextProps } from '@blueprintjs/core'

/** What opens below a button. It is made once it is opened: one that waits, closed, costs at each look at its page. */
export const Popover = (props: PopoverNextProps) => (
  <PopoverNext placement="bottom-end" arrow={false} animation="minimal" lazy {...props} />
)
