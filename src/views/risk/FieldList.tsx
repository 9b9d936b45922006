import { HTMLTable } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { fieldNames, fields } from '../../machines/rules.ts'

/** Reference of every input that an expression may read. */
export const FieldList = () => {
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
