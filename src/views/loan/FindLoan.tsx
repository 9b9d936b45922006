import { Button, InputGroup } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import type { DataOf } from '../../services/endpoint.ts'
import { find, leastFound } from '../../services/loan.ts'
import { Form } from '../detail/form/Form.tsx'
import { dayCell } from '../list/cells.tsx'
import { useConsole } from '../shared/console.ts'
import { useFormat } from '../shared/format.ts'
import { isOfSession, issuesOf, refusalOf } from '../shared/refusal.ts'

const most = 100

/** Searches loans by order number or part of one, phone, NIK or whole name. Opens a sole match. */
export const FindLoan = () => {
  const { t } = useTranslation()
  const { client } = useConsole()
  const navigate = useNavigate()
  const id = useId()
  const [text, setText] = useState('')
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [found, setFound] = useState<DataOf<typeof find>>()

  const search = async () => {
    if (isPending) return
    if (text.trim().length < leastFound) return setProblem(t('loan:detail.findLeast', { count: leastFound }))
    setPending(true)
    setProblem(undefined)
    try {
      const answer = await client.call(find, { text })
      setFound(answer)
      const [only, ...others] = answer.rows
      if (only && others.length === 0) void navigate(to.loanOfOrder(only))
    } catch (error) {
      setFound(undefined)
      if (!isOfSession(error)) setProblem(issuesOf(error)[0]?.message ?? refusalOf(error, t('detail:unanswered')))
    } finally {
      setPending(false)
    }
  }

  return (
    <search>
      <Form className="loan-form" onSubmit={() => void search()}>
        <label htmlFor={id}>{t('loan:detail.find')}</label>
        <InputGroup
          id={id}
          className="loan-find"
          autoComplete="off"
          maxLength={most}
          aria-invalid={problem !== undefined}
          aria-describedby={problem ? `${id}problem` : `${id}help`}
          value={text}
          onValueChange={setText}
        />
        <Button type="submit" intent="primary" text={t('loan:detail.search')} loading={isPending} />
        {problem ? (
          <small id={`${id}problem`} className="refusal" role="alert">
            {problem}
          </small>
        ) : (
          <small id={`${id}help`} className="quiet">
            {t('loan:detail.findHelp')}
          </small>
        )}
      </Form>
      {found ? <Found {...found} /> : <p className="quiet">{t('loan:detail.findFirst')}</p>}
    </search>
  )
}

const Found = ({ rows, more }: DataOf<typeof find>) => {
  const format = useFormat()
  const { t } = format
  return (
    <output className="loan-found">
      {rows.length === 0 && <p className="quiet">{t('loan:detail.nothingFound')}</p>}
      <ul className="detail-lines">
        {rows.map(({ orderNo, customer, appliedAt }) => (
          <li key={orderNo}>
            <Link to={to.loanOfOrder({ orderNo })}>{orderNo}</Link>
            <span>
              {customer || t('audit:erased')} · {dayCell(appliedAt, format)}
            </span>
          </li>
        ))}
      </ul>
      {more && <p className="quiet">{t('loan:detail.moreFound')}</p>}
    </output>
  )
}
