import type { Screen } from '../screens.ts'
import { Alarms } from './Alarms.tsx'
import './payouts.css'

/** A list below what providers said that is not as it should be. */
export const withAlarms = (List: Screen): Screen => {
  const WithAlarms = () => (
    <div className="payouts">
      <Alarms />
      <List />
    </div>
  )
  return Object.assign(WithAlarms, { ahead: List.ahead! })
}
