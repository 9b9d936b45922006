import { Facts } from '../detail/record/Facts.tsx'
import { JudgedRules } from '../risk/JudgedRules.tsx'
import type { Detail } from './subject.ts'

/** The rules of the machine review; those of an unknown version cannot be shown. */
export const Rules = ({ detail: { rules } }: { detail: Detail }) =>
  rules.length > 0 && (
    <Facts title="approval:screen.rules">
      <div className="detail-table">
        <JudgedRules rules={rules} label="approval:screen.rules" />
      </div>
    </Facts>
  )
