import {
  Button,
  Dialog,
  DialogBody,
  DialogFooter,
  FormGroup,
  HTMLSelect,
  InputGroup,
  HTMLTable,
} from '@blueprintjs/core'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ruleProblems } from '../../machines/rules.problems.ts'
import { categories, kinds, languages, limits, type Rule, fieldNames, fields } from '../../machines/rules.ts'
import { Form } from '../detail/form/Form.tsx'
import { isDrafted, useDraft } from '../shared/draft.ts'
import { useFormat } from '../shared/format.ts'
import { ExpressionField } from './ExpressionField.tsx'
import { isBlank } from './useChecked.ts'

type RuleDialogProps = {
  /** The name of the draft that keeps what was typed. */
  draft: string
  rules: readonly Rule[]
  /** The place of the rule; an index beyond the last rule makes a new one. */
  index: number
  onApply: (rule: Rule) => void
  onClose: () => void
}

const blankRule: Rule = {
  name: '',
  category: categories[0],
  words: { id: '', en: '', zh: '' },
  expression: '',
  kind: 'weighted',
  points: 50,
}

/** A form for one rule. It changes the draft version, which is saved as a whole. */
export const RuleDialog = ({ draft, rules, index, onApply, onClose }: RuleDialogProps) => {
  const { t, language } = useFormat()
  const before = rules[index]
  const { value: rule, type, drop } = useDraft(draft, () => before ?? blankRule)
  const [tried, setTried] = useState(false)
  const change = (more: Partial<Rule>) => type({ ...rule, ...more })

  const others = rules.filter((_, place) => place !== index).map(({ name }) => name)
  const problems = ruleProblems(rule, index, others)
  const isMissing = isBlank(rule.expression)
  const errorIn = (field: string) => {
    const found = tried && problems.find((problem) => problem.field === field)
    return found ? t(`risk:problem.${found.problem}`) : undefined
  }
  const close = () => {
    drop()
    onClose()
  }
  const apply = () => {
    setTried(true)
    if (problems.length > 0 || isMissing) return
    onApply(rule)
    close()
  }
  return (
    <Dialog
      isOpen
      title={before ? t('risk:editRule', { name: before.words[language] || before.name }) : t('risk:addRule')}
      isCloseButtonShown={false}
      canOutsideClickClose={false}
      canEscapeKeyClose
      transitionDuration={100}
      onClose={() => !isDrafted(draft) && close()}
      className="risk-dialog"
    >
      <Form onSubmit={apply}>
        <DialogBody>
          <ExpressionField
            expression={rule.expression}
            missing={tried && isMissing ? t('risk:problem.empty') : undefined}
            onExpression={(expression) => change({ expression })}
          />
          <FieldList />
          <div className="risk-pair">
            <Labelled label={t('risk:kindLabel')} error={undefined}>
              {(id) => (
                <HTMLSelect
                  id={id}
                  fill
                  value={rule.kind}
                  options={kinds.map((value) => ({ value, label: t(`risk:kind.${value}`) }))}
                  onChange={({ target }) => change(kindAs(target.value as Rule['kind'], rule))}
                />
              )}
            </Labelled>
            <Labelled label={t('risk:points')} error={errorIn('points')}>
              {(id) => (
                <InputGroup
                  id={id}
                  inputMode="numeric"
                  maxLength={4}
                  disabled={rule.kind === 'knockOut'}
                  value={rule.points === 0 ? '' : String(rule.points)}
                  onValueChange={(text) => change({ points: Number(text.replaceAll(/\D/g, '')) })}
                />
              )}
            </Labelled>
            <Labelled label={t('risk:category')} error={errorIn('category')}>
              {(id) => (
                <HTMLSelect
                  id={id}
                  fill
                  value={rule.category}
                  options={categories.map((value) => ({ value, label: t(`risk:categoryOf.${value}`) }))}
                  onChange={({ target }) => change({ category: target.value })}
                />
              )}
            </Labelled>
            <Labelled label={t('risk:name')} error={errorIn('name')} help={t('risk:nameHelp')}>
              {(id) => (
                <InputGroup
                  id={id}
                  maxLength={40}
                  spellCheck={false}
                  value={rule.name}
                  onValueChange={(name) => change({ name: name.trim() })}
                />
              )}
            </Labelled>
          </div>
          {languages.map((one) => (
            <Labelled key={one} label={t(`risk:words.${one}`)} error={errorIn(`words.${one}`)}>
              {(id) => (
                <InputGroup
                  id={id}
                  lang={one}
                  maxLength={limits.words}
                  value={rule.words[one]}
                  onValueChange={(words) => change({ words: { ...rule.words, [one]: words } })}
                />
              )}
            </Labelled>
          ))}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('common:cancel')} onClick={close} />
              <Button type="submit" intent="primary" text={t('risk:apply')} />
            </>
          }
        />
      </Form>
    </Dialog>
  )
}

const kindAs = (kind: Rule['kind'], { points }: Rule): Partial<Rule> => ({
  kind,
  points: kind === 'knockOut' ? 0 : points || blankRule.points,
})

type LabelledProps = {
  label: string
  error: string | undefined
  help?: string
  children: (id: string) => ReactNode
}

const Labelled = ({ label, error, help, children }: LabelledProps) => {
  const id = useId()
  return (
    <FormGroup label={label} labelFor={id} intent={error ? 'danger' : 'none'} helperText={error ?? help}>
      {children(id)}
    </FormGroup>
  )
}

/** Reference of every input that an expression may read. */
const FieldList = () => {
  const { t } = useTranslation()
  return (
    <details className="risk-fields">
      <summary>{t('risk:fields')}</summary>
      <HTMLTable compact aria-label={t('risk:fields')}>
        <tbody>
          {fieldNames.map((name) => {
            const { type, unit, from } = fields[name]
            return (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>{t(`risk:field.${name}`)}</td>
                <td>{unit ? t(`risk:unitName.${unit}`) : t(`risk:fieldType.${type}`)}</td>
                <td>{t(`risk:source.${from}`)}</td>
              </tr>
            )
          })}
        </tbody>
      </HTMLTable>
    </details>
  )
}
