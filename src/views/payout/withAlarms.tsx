import type { Screen } from '../shared/screens.ts'
import { Alarms } from './Alarms.tsx'
import './payouts.css'

/** A list below the alarms on what providers reported. */
export const withAlarms = (List: Screen): Screen => {
  const WithAlarms = () => (
    <div className="list-page">
      <Alarms />
      <List />
    </div>
  )
  return Object.assign(WithAlarms, { prefetch: List.prefetch! })
}
