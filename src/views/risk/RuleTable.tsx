import { Button, HTMLTable } from '@blueprintjs/core'
import { EditIcon, TrashIcon } from '@blueprintjs/icons'
import { categories, type Rule } from '../../machines/rules.ts'
import { useFormat } from '../shared/format.ts'
import { KnockOut } from './Outcome.tsx'

type RuleTableProps = {
  rules: readonly Rule[]
  onEdit?: (index: number) => void
  onRemove?: (index: number) => void
}

/** All rules by category, each with its condition and effect. */
export const RuleTable = ({ rules, onEdit, onRemove }: RuleTableProps) => {
  const { t } = useFormat()
  if (rules.length === 0) return <p className="quiet">{t('risk:noRules')}</p>
  const placed = rules.map((rule, index) => ({ rule, index }))
  const others = [...new Set(rules.map(({ category }) => category))].filter(
    (category) => !(categories as readonly string[]).includes(category),
  )
  return (
    <div className="detail-table">
      <HTMLTable compact aria-label={t('risk:rules')} className="risk-rules">
        <thead>
          <tr>
            <th scope="col">{t('risk:rule')}</th>
            <th scope="col">{t('risk:expression')}</th>
            <th scope="col">{t('risk:points')}</th>
            {onEdit && <th scope="col">{t('risk:edit')}</th>}
          </tr>
        </thead>
        {[...categories, ...others].map((category) => {
          const rules = placed.filter(({ rule }) => rule.category === category)
          if (rules.length === 0) return null
          return (
            <tbody key={category}>
              <tr>
                <th scope="rowgroup" colSpan={onEdit ? 4 : 3}>
                  {t(`risk:categoryOf.${category}`, { defaultValue: category })}
                </th>
              </tr>
              {rules.map(({ rule, index }) => (
                <Row
                  key={index}
                  rule={rule}
                  {...(onEdit && onRemove && { onEdit: () => onEdit(index), onRemove: () => onRemove(index) })}
                />
              ))}
            </tbody>
          )
        })}
      </HTMLTable>
    </div>
  )
}

const Row = ({ rule, onEdit, onRemove }: { rule: Rule; onEdit?: () => void; onRemove?: () => void }) => {
  const { t, language, number } = useFormat()
  const name = rule.words[language] || rule.name
  return (
    <tr>
      <th scope="row">
        {name}
        <small>{rule.name}</small>
      </th>
      <td>
        <code>{rule.expression}</code>
      </td>
      <td>{rule.kind === 'knockOut' ? <KnockOut /> : `−${number(rule.points)}`}</td>
      {onEdit && onRemove && (
        <td className="risk-row-buttons">
          <Button
            variant="minimal"
            size="small"
            icon={<EditIcon />}
            aria-label={t('risk:editRule', { name })}
            onClick={onEdit}
          />
          <Button
            variant="minimal"
            size="small"
            icon={<TrashIcon />}
            aria-label={t('risk:removeRule', { name })}
            onClick={onRemove}
          />
        </td>
      )}
    </tr>
  )
}
