import { Callout } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import {
  exampleOf,
  isFor,
  problemsOf,
  type SmsCategory,
  smsCategories,
  type SmsLanguage,
  smsLanguages,
  smsVariableNames,
} from '../../machines/smsText.ts'
import type { Typed } from '../detail/form/fields.ts'
import { Size } from './Size.tsx'
import './smsTemplate.css'

const textOf = (typed: Typed | undefined) => (typeof typed === 'string' ? typed : '')

/** Below the form of a template: what a customer would read, its segments, what is wrong, and the variables. */
export const BodyPreview = ({ typed }: { typed: Readonly<Record<string, Typed>> }) => {
  const { t } = useTranslation()
  const body = textOf(typed['body']).trim()
  const language: SmsLanguage = smsLanguages.find((one) => one === typed['language']) ?? 'id'
  const category: SmsCategory = smsCategories.find((one) => one === typed['category']) ?? 'service'
  const problems = body === '' ? [] : problemsOf({ category, body })
  const example = exampleOf(body, language)
  return (
    <section className="sms-preview" aria-label={t('smsTemplate:screen.preview')}>
      {problems.length > 0 && (
        <Callout compact intent="warning">
          {problems.map(({ problem, text }) => (
            <p key={problem + text}>{t(`smsTemplate:problem.${problem}`, { text })}</p>
          ))}
        </Callout>
      )}
      <h3>{t('smsTemplate:screen.preview')}</h3>
      <p className="sms-text">{example || '–'}</p>
      <Size text={example} />
      <details>
        <summary>{t('smsTemplate:screen.variables')}</summary>
        <dl className="sms-variables">
          {smsVariableNames
            .filter((name) => isFor(category, name))
            .map((name) => (
              <div key={name}>
                <dt>
                  <code>{`{${name}}`}</code> {t(`smsTemplate:variable.${name}`)}
                </dt>
                <dd>{exampleOf(`{${name}}`, language)}</dd>
              </div>
            ))}
        </dl>
      </details>
    </section>
  )
}
