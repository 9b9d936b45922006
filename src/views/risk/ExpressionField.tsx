import { FormGroup, TextArea } from '@blueprintjs/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../machines/rules.ts'
import { isBlank, useChecked } from './useChecked.ts'

type ExpressionFieldProps = {
  expression: string
  /** What the form says of a field that was left blank. */
  missing: string | undefined
  onExpression: (expression: string) => void
}

/** An expression input with its syntax error and position, or the fields that it reads. */
export const ExpressionField = ({ expression, missing, onExpression }: ExpressionFieldProps) => {
  const { t } = useTranslation()
  const checked = useChecked(expression)
  const id = useId()
  const problem = checked?.problem
  const wrong = missing ?? problem?.message
  const reads = checked?.reads.map((name) => t(`risk:field.${name}`)).join(', ')
  const found = checked ? t('risk:expressionReads', { fields: reads }) : t('risk:checking')
  return (
    <FormGroup
      label={t('risk:expression')}
      subLabel={t('risk:expressionHelp')}
      labelFor={id}
      intent={wrong ? 'danger' : 'none'}
      helperText={
        <span id={`${id}help`} aria-live="polite">
          {wrong ?? (!isBlank(expression) && found)}
        </span>
      }
    >
      <TextArea
        id={id}
        fill
        rows={3}
        spellCheck={false}
        maxLength={limits.expression}
        className="risk-expression"
        aria-invalid={Boolean(wrong)}
        aria-describedby={`${id}help`}
        value={expression}
        onChange={({ target }) => onExpression(target.value)}
      />
      {problem && <Marked expression={expression} {...problem} />}
    </FormGroup>
  )
}

const nearby = 60

/** Marks the erroneous part of the text; the mark is blank when the error is at the end. */
const Marked = ({ expression, start, end }: { expression: string; start: number; end: number }) => (
  <code className="risk-marked" aria-hidden>
    {start > nearby && '…'}
    {expression.slice(Math.max(0, start - nearby), start)}
    <mark>{expression.slice(start, Math.min(end, start + nearby)) || ' '}</mark>
    {expression.slice(Math.min(end, start + nearby), end + nearby)}
  </code>
)
