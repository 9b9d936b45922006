import type { QualityRecord } from '../../services/quality.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { useFormat } from '../shared/format.ts'

/** The visit, and what was found. */
export const CheckFacts = ({ record: { row } }: { record: QualityRecord }) => {
  const { t, number, instant } = useFormat()
  const at = (when: number | null) => when && instant(when)
  return (
    <>
      <Facts
        title="quality:screen.visit"
        facts={{
          'lead:screen.seller': row.sellerName,
          'approval:screen.phone': row.phone,
          'quality:screen.calledAt': at(row.calledAt),
          'quality:screen.channel': row.channel && t(`contact:channel.${row.channel}`),
          'lead:screen.state': t(`lead:state.${row.end}`),
          'quality:screen.cause': t(`quality:cause.${row.cause}`),
          'quality:ask.complaint': row.complaint,
          'quality:screen.sampledAt': at(row.sampledAt),
        }}
      />
      <Facts title="quality:screen.found" facts={foundIn(row, { t, number, at })} />
    </>
  )
}

type Words = {
  t: (key: string) => string
  number: (value: number) => string
  at: (when: number | null) => string | 0 | null
}

const foundIn = (row: QualityRecord['row'], { t, number, at }: Words) => ({
  'quality:screen.checker': row.checkerName,
  'quality:screen.checkedAt': at(row.checkedAt),
  'quality:screen.score': row.score === null ? null : number(row.score),
  'quality:screen.fatal': row.fatal,
  'quality:ask.missed': row.missed,
  'quality:ask.evidence': row.evidence,
  'quality:screen.second': row.secondName,
  'quality:screen.agrees': row.agrees && t(`quality:agrees.${row.agrees}`),
  'quality:screen.appealedAt': at(row.appealedAt),
  'quality:screen.appeal': row.appeal,
})
