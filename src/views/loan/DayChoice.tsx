import { Button } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { DayInput } from '../detail/form/DayInput.tsx'
import { Form } from '../detail/form/Form.tsx'
import { useMoment } from '../detail/record/moment.ts'
import { isDay } from '../shared/day.ts'

type DayChoiceProps = { first: string; shown: string | undefined; last: string }

/** Opens the loan as it was known at the end of the chosen day. */
export const DayChoice = ({ first, shown, last }: DayChoiceProps) => {
  const { t } = useTranslation()
  const id = useId()
  const { wayToDay } = useMoment()
  const navigate = useNavigate()
  const [day, setDay] = useState(shown ?? last)
  const isThere = isDay(day) && day >= first && day <= last
  const show = () => isThere && void navigate(wayToDay(day))
  return (
    <Form className="loan-form" onSubmit={show}>
      <label htmlFor={id}>{t('loan:detail.lookAt')}</label>
      <DayInput
        id={id}
        size="small"
        first={first}
        last={last}
        aria-invalid={!isThere}
        aria-describedby={isThere ? undefined : `${id}flaw`}
        value={day}
        onDay={setDay}
      />
      <Button type="submit" size="small" text={t('loan:detail.show')} />
      {!isThere && (
        <small id={`${id}flaw`} className="refusal">
          {t('loan:detail.noSuchDay')}
        </small>
      )}
    </Form>
  )
}
