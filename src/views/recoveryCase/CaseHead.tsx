import { useRef } from 'react'
import { commands, type RecoveryCase, revealPhone, working } from '../../services/recoveryCase.ts'
import { CommandDialog } from '../detail/command/CommandDialog.tsx'
import { OfferButtons } from '../detail/command/OfferButtons.tsx'
import { useOfferKeys } from '../detail/command/useOfferKeys.ts'
import { Neighbours } from '../detail/record/Neighbours.tsx'
import { OwnPhone } from '../detail/record/OwnPhone.tsx'
import { Reveal } from '../detail/record/Reveal.tsx'
import { useConsole } from '../shared/console.ts'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { type CaseRecord, subjectIn } from './subject.ts'

type CaseHeadProps = { record: CaseRecord; row: RecoveryCase; onReload: () => void }

// Commands that move the case come first, the complaint last.
const inOrder = Object.keys(commands)

const keys = { c: 'contacted', o: 'outcomeNoted', v: 'visited', p: 'promised', b: 'callBackSet' }

/** Who the customer is, where the case stands, and its commands. */
export const CaseHead = ({ record, row, onReload }: CaseHeadProps) => {
  const { t } = useFormat()
  const home = useRef<HTMLHeadingElement>(null)
  const { orderNo } = row
  const { client, user } = useConsole()
  const subject = subjectIn(record, row, (name) => user.interfaces.includes(name))
  useOfferKeys(subject, keys)
  const isHolder = row.holder === user.id && working.some((state) => state === row.state)
  return (
    <header className="detail-head case-head">
      <div className="detail-standing">
        <h1 ref={home} tabIndex={-1}>
          {orderNo}
        </h1>
        <Tag intent={row.state === 'settled' ? 'success' : 'primary'}>{t(`recoveryCase:state.${row.state}`)}</Tag>
        <Tag intent={row.daysOverdue > 0 ? 'danger' : 'none'}>{t(`recoveryCase:stage.${row.stage}`)}</Tag>
        {row.customer === '' ? (
          <span>{t('audit:erased')}</span>
        ) : (
          <>
            <Reveal of={{ orderNo, field: 'name' }} masked={row.customer} />
            {isHolder ? (
              <OwnPhone
                key={orderNo}
                masked={row.phone}
                name={orderNo}
                words="recoveryCase"
                onReveal={async () => (await client.call(revealPhone, { orderNo })).phone}
              />
            ) : (
              <Reveal of={{ orderNo, field: 'phone' }} masked={row.phone} />
            )}
          </>
        )}
      </div>
      <Neighbours />
      <div className="detail-actions screen-only">
        <OfferButtons subject={subject} only={inOrder} />
      </div>
      <CommandDialog subject={subject} home={home} onReload={onReload} />
    </header>
  )
}
