import { Facts } from '../detail/Facts.tsx'
import { JudgedRules } from '../risk/JudgedRules.tsx'
import type { Detail } from './subject.ts'

/** The rules that the machine went by; those of a version that is not known here are not to be shown. */
export const Rules = ({ detail: { rules } }: { detail: Detail }) =>
  rules.length > 0 && (
    <Facts title="approve:rules">
      <div className="detail-table">
        <JudgedRules rules={rules} label="approve:rules" />
      </div>
    </Facts>
  )
