import { PopoverNext, type PopoverNextProps } from '@blueprintjs/core'

/** A popover below a button. `lazy`, because a closed but mounted one slows every render of its page. */
export const Popover = (props: PopoverNextProps) => (
  <PopoverNext placement="bottom-end" arrow={false} animation="minimal" lazy {...props} />
)
