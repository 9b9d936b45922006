import { HTMLTable, Spinner } from '@blueprintjs/core'
import { Link } from 'react-router-dom'
import { dayStart } from '../../machines/calendar.ts'
import { to } from '../../machines/paths.ts'
import { list } from '../../services/setting.ts'
import { senders } from '../../services/smsTemplate.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { useRecord } from '../detail/record/useRecord.ts'
import { useConsole } from '../shared/console.ts'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import '../access/power.css'

const settingPath = (kind: string) => `${to.setting()}?${new URLSearchParams({ kind })}`

/** The sender names and the price of a segment. Both are settings, which two people change. */
export const Senders = () => {
  const { t, money, day } = useFormat()
  const { user } = useConsole()
  const { record, error, retry } = useRecord(senders, {}, { kind: 'setting', id: undefined })
  if (!record) return error ? <Failed error={error} onRetry={retry} /> : <Spinner className="page-wait" size={28} />
  const change = (kind: string) =>
    user.interfaces.includes(list.interface) && <Link to={settingPath(kind)}>{t('smsTemplate:screen.change')}</Link>
  return (
    <div className="power">
      <Facts title="setting:screen.kind.smsSender" aside={change('smsSender')}>
        <div className="power-table">
          <HTMLTable compact aria-label={t('setting:screen.kind.smsSender')}>
            <thead>
              <tr>
                <th scope="col">{t('setting:ask.sender')}</th>
                <th scope="col">{t('setting:ask.registration')}</th>
                <th scope="col">{t('setting:ask.used')}</th>
              </tr>
            </thead>
            <tbody>
              {record.senders.map(({ name, registration, used }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{registration}</td>
                  <td>{t(`audit:${used ? 'yes' : 'no'}`)}</td>
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        </div>
      </Facts>
      <Facts title="setting:screen.kind.smsPrice" aside={change('smsPrice')}>
        <div className="power-table">
          <HTMLTable compact aria-label={t('setting:screen.kind.smsPrice')}>
            <thead>
              <tr>
                <th scope="col">{t('setting:ask.from')}</th>
                <th scope="col">{t('setting:ask.segment')}</th>
              </tr>
            </thead>
            <tbody>
              {record.prices.toReversed().map(({ from, segment }) => (
                <tr key={from}>
                  <th scope="row" className="one-line">
                    {day(dayStart(from))}
                  </th>
                  <td>{money(segment)}</td>
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        </div>
      </Facts>
    </div>
  )
}
