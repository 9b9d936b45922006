import { Spinner } from '@blueprintjs/core'

/** In the place of what is on its way. */
export const Waiting = () => (
  <div className="flow-wait" aria-busy>
    <Spinner size={28} />
  </div>
)
