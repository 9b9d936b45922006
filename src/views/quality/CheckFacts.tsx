import { HTMLTable } from '@blueprintjs/core'
import type { QualityRecord } from '../../services/quality.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { useFormat } from '../shared/format.ts'

/** The visit, what is listened for in it, and what was found. */
export const CheckFacts = ({ record: { row, items, pass } }: { record: QualityRecord }) => {
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
      <Facts title="quality:screen.card" facts={{ 'quality:screen.pass': number(pass) }}>
        <HTMLTable compact aria-label={t('quality:screen.card')}>
          <thead>
            <tr>
              <th scope="col">{t('quality:screen.listened')}</th>
              <th scope="col">{t('quality:screen.weight')}</th>
              <th scope="col">{t('quality:screen.isFatal')}</th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ name, weight, fatal }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{number(weight)}</td>
                <td>{t(`audit:${fatal ? 'yes' : 'no'}`)}</td>
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      </Facts>
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
