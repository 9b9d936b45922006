import { HTMLTable } from '@blueprintjs/core'
import { Facts } from '../detail/record/Facts.tsx'
import { dayIn } from '../shared/day.ts'
import { useFormat } from '../shared/format.ts'
import type { CaseRecord } from './subject.ts'

/** The promises of the episode with what was paid of each, the newest first. */
export const Promises = ({ promises }: Pick<CaseRecord, 'promises'>) => {
  const format = useFormat()
  const { t, money } = format
  return (
    <Facts title="recoveryCase:screen.promises">
      {promises.length === 0 ? (
        <p className="detail-quiet">{t('recoveryCase:screen.noPromises')}</p>
      ) : (
        <HTMLTable compact>
          <thead>
            <tr>
              <th scope="col">{t('recoveryCase:screen.promiseDay')}</th>
              <th scope="col">{t('recoveryCase:screen.promiseAmount')}</th>
              <th scope="col">{t('recoveryCase:screen.promisePaid')}</th>
              <th scope="col">{t('recoveryCase:screen.promise')}</th>
            </tr>
          </thead>
          <tbody>
            {promises.toReversed().map((one) => (
              <tr key={`${one.madeOn} ${one.day} ${one.amount} ${one.outcome}`}>
                <td>{dayIn(one.day, format)}</td>
                <td>{money(one.amount)}</td>
                <td>{money(one.paid)}</td>
                <td>{t(`recoveryCase:promise.${one.outcome}`)}</td>
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      )}
    </Facts>
  )
}
