import { Callout, HTMLTable, InputGroup } from '@blueprintjs/core'
import { useState } from 'react'
import type { RuleSet } from '../../machines/ruleSet.ts'
import type { InputOf } from '../../services/endpoint.ts'
import { bench, type Benched, test as endpoint } from '../../services/risk.ts'
import { useOffers } from '../detail/command/OfferButtons.tsx'
import { useRefusal } from '../detail/command/refusal.ts'
import type { Subject } from '../detail/command/subject.ts'
import { Form } from '../detail/form/Form.tsx'
import { SendButton } from '../detail/form/SendButton.tsx'
import { Facts } from '../detail/record/Facts.tsx'
import { useRequest } from '../jobs/useRequest.ts'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { useVersionName } from '../shared/useVersionName.ts'
import { RuleResults } from './RuleResults.tsx'

type BenchProps = { name: string; subject: Subject; isChanged: boolean; onRecorded: () => void }

/** The test bench: judges one order with a version, and records the result as a test. */
export const Bench = ({ name, subject, isChanged, onRecorded }: BenchProps) => {
  const { t } = useFormat()
  const { inWords } = useRefusal('ruleSet')
  const [orderNo, setOrderNo] = useState('')
  const [tried, setTried] = useState<{ edition: number; result: Benched | undefined }>()
  const trial = useRequest(bench)
  const record = useRequest(endpoint)
  const { edition } = subject.state.context as RuleSet
  const offer = useOffers(subject).find(({ event }) => event === 'tried')

  const barred = isChanged ? t('risk:saveFirst') : undefined
  const tryOut = async () => {
    if (trial.pending || orderNo.trim() === '') return
    setTried({ edition, result: await trial.send({ version: name, orderNo: orderNo.trim() }) })
  }
  // Reloads, so that a command that follows at once carries the new version.
  const keep = async (tested: InputOf<typeof endpoint>) => {
    if (await record.send(tested)) onRecorded()
  }
  const { number } = subject.body as { number?: number }
  // A result of one edition says nothing about the next.
  const result = tried?.edition === edition ? tried.result : undefined
  const error = trial.error ?? record.error
  return (
    <Facts title="risk:bench">
      <p className="quiet">{t('risk:benchText')}</p>
      <Form onSubmit={() => void tryOut()} className="risk-bench">
        <InputGroup
          aria-label={t('risk:orderNo')}
          placeholder={t('risk:orderNo')}
          maxLength={40}
          value={orderNo}
          onValueChange={setOrderNo}
        />
        <SendButton type="submit" text={t('risk:try')} loading={trial.pending} reason={barred} />
        {result && offer && number !== undefined && (
          <SendButton
            intent="primary"
            text={t('risk:record')}
            loading={record.pending}
            reason={barred ?? (offer.reason && t(`ruleSet:guard.${offer.reason}`))}
            onClick={() => void keep({ number, version: subject.state.version, orderNo: result.orderNo })}
          />
        )}
      </Form>
      {error !== undefined && (
        <Callout compact intent="danger" role="alert">
          {inWords(error)}
        </Callout>
      )}
      {result && <Result result={result} />}
    </Facts>
  )
}

const Result = ({ result: { orderNo, reviewedAt, decided, judged, rules } }: { result: Benched }) => {
  const { t, number, instant } = useFormat()
  const nameOf = useVersionName()
  const isOther = decided.outcome !== judged.outcome
  return (
    <>
      <h3>
        {orderNo} · {instant(reviewedAt)}{' '}
        <Tag intent={isOther ? 'warning' : 'success'}>{t(isOther ? 'risk:changes' : 'risk:same')}</Tag>
      </h3>
      <div className="detail-table">
        <HTMLTable compact aria-label={t('risk:decision')}>
          <thead>
            <tr>
              <th scope="col">{t('risk:versions')}</th>
              <th scope="col">{t('risk:decision')}</th>
              <th scope="col">{t('risk:score')}</th>
              <th scope="col">{t('risk:rating')}</th>
            </tr>
          </thead>
          <tbody>
            {[
              { when: 'then', ...decided },
              { when: 'now', ...judged },
            ].map(({ when, outcome, ruleSet, score, rating }) => (
              <tr key={when}>
                <th scope="row">
                  {t(`risk:${when}`)}: {nameOf(ruleSet)}
                </th>
                <td>{t(`risk:decisionOf.${outcome}`)}</td>
                <td>{number(score)}</td>
                <td>{t(`approval:rating.${rating}`)}</td>
              </tr>
            ))}
          </tbody>
        </HTMLTable>
        <RuleResults rules={rules} label="risk:bench" />
      </div>
    </>
  )
}
