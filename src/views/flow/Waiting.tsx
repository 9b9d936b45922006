import { Spinner } from '@blueprintjs/core'

/** The placeholder while content loads. */
export const Waiting = () => (
  <div className="flow-wait" aria-busy>
    <Spinner size={28} />
  </div>
)
