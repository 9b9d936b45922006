import { HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, businessDay, dayStart } from '../../machines/calendar.ts'
import { idOf } from '../../machines/kernel.ts'
import { firstVersion } from '../../machines/rules.first.ts'
import { mostApplications, request } from '../../services/backtest.ts'
import type { RuleSetRow } from '../../services/risk.ts'
import { Form } from '../detail/form/Form.tsx'
import { SendButton } from '../detail/form/SendButton.tsx'
import { Refusal } from '../jobs/Refusal.tsx'
import { useRequest } from '../jobs/useRequest.ts'
import { DayRange } from '../list/DayRange.tsx'
import { daysOf } from '../list/filter.ts'
import { useDraft } from '../shared/draft.ts'
import { issuesOf } from '../shared/refusal.ts'
import { useVersionName } from '../shared/useVersionName.ts'
import '../list/list.css'

type BacktestFormProps = {
  name: string
  isChanged: boolean
  versions: readonly RuleSetRow[]
  onRequested: (id: string) => void
}

const lastDays = 90
const usual = 100_000

/** Asks for a backtest's period, its number of applications, and the version to compare with. */
export const BacktestForm = ({ name, isChanged, versions, onRequested }: BacktestFormProps) => {
  const { t } = useTranslation()
  const nameOf = useVersionName()
  const [mostId, againstId] = [useId(), useId()]
  const { send, pending, error } = useRequest(request)
  const { value, type, drop } = useDraft(`backtest of ${name}`, () => {
    const today = businessDay(Date.now())
    return { days: `${addDays(today, 1 - lastDays)}..${today}`, most: String(usual), against: '' }
  })
  const days = daysOf(value.days)
  const most = Number(value.most)
  const others = [...versions.map(({ number }) => String(number)), firstVersion].filter((one) => one !== name)
  const wrong = (field: string) => issuesOf(error).find((issue) => issue.field === field)?.message
  const reason = isChanged ? t('risk:saveFirst') : days && most > 0 ? undefined : t('errors:field.required')

  const submit = async () => {
    if (pending || !days) return
    const [from, to] = [dayStart(days[0]), dayStart(addDays(days[1], 1))]
    const answer = await send({ ruleSet: name, against: value.against || null, from, to, most })
    if (!answer) return
    drop()
    onRequested(idOf(answer.stream))
  }
  return (
    <div className="backtest-form">
      {/* Outside the form: Enter in a day field commits the typed day and must not submit. */}
      <DayRange
        label={t('backtest:period')}
        value={value.days}
        onChoose={(chosen) => type({ ...value, days: chosen })}
      />
      <Form onSubmit={() => void submit()}>
        <div className="list-filter">
          <label htmlFor={mostId}>{t('backtest:ask.most')}</label>
          <InputGroup
            id={mostId}
            size="small"
            inputMode="numeric"
            maxLength={String(mostApplications).length}
            intent={wrong('most') ? 'danger' : 'none'}
            value={value.most}
            onValueChange={(typed) => type({ ...value, most: typed.replaceAll(/\D/g, '') })}
          />
        </div>
        <div className="list-filter backtest-against">
          <label htmlFor={againstId}>{t('backtest:ask.against')}</label>
          <HTMLSelect
            id={againstId}
            value={value.against}
            onChange={({ target }) => type({ ...value, against: target.value })}
            options={[
              { value: '', label: t('backtest:asDecided') },
              ...others.map((one) => ({ value: one, label: nameOf(one) })),
            ]}
          />
        </div>
        <SendButton
          type="submit"
          size="small"
          intent="primary"
          text={t('backtest:action.backtestRequested')}
          loading={pending}
          reason={reason}
        />
        {error !== undefined && <Refusal error={error} words="backtest" />}
      </Form>
    </div>
  )
}
