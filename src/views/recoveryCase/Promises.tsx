import { Facts } from '../detail/record/Facts.tsx'
import { dayIn } from '../shared/day.ts'
import { useFormat } from '../shared/format.ts'
import type { CaseRecord } from './subject.ts'
import './case.css'

/** The promises of the episode with what was paid of each, the newest first. */
export const Promises = ({ promises }: Pick<CaseRecord, 'promises'>) => {
  const format = useFormat()
  const { t, money } = format
  return (
    <Facts title="recoveryCase:screen.promises">
      {promises.length === 0 ? (
        <p className="quiet">{t('recoveryCase:screen.noPromises')}</p>
      ) : (
        <ul className="case-promises">
          {promises.toReversed().map((one) => (
            <li key={`${one.madeOn} ${one.day} ${one.amount} ${one.outcome}`}>
              <div>
                <strong>{money(one.amount)}</strong> · {dayIn(one.day, format)}
              </div>
              <div className="quiet">
                {t(`recoveryCase:promise.${one.outcome}`)} · {t('recoveryCase:screen.promisePaid')}: {money(one.paid)}
              </div>
              {one.waitsUntil && (
                <div className="quiet">
                  {t('recoveryCase:screen.waitsUntil', { day: dayIn(one.waitsUntil, format) })}
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </Facts>
  )
}
