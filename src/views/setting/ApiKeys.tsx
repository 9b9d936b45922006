import { HTMLTable } from '@blueprintjs/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiKeyRow } from '../../services/apiKey.ts'
import { CommandDialog } from '../detail/command/CommandDialog.tsx'
import { OfferButtons } from '../detail/command/OfferButtons.tsx'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { keySubject } from './settingSubject.ts'
import { whoAt } from './SettingTable.tsx'

type ApiKeysProps = { keys: readonly ApiKeyRow[]; onChanged: () => void }

/** The API keys of customers' apps: name, creator, and who revoked each. */
export const ApiKeys = ({ keys, onChanged }: ApiKeysProps) => {
  const { t } = useTranslation()
  if (keys.length === 0) return <p className="quiet">{t('setting:screen.none')}</p>
  return (
    <div className="power-table">
      <HTMLTable compact aria-label={t('setting:screen.kind.apiKey')}>
        <thead>
          <tr>
            <th scope="col">{t('setting:screen.key.name')}</th>
            <th scope="col">{t('setting:screen.state')}</th>
            <th scope="col">{t('setting:screen.key.maker')}</th>
            <th scope="col">{t('setting:screen.key.revoker')}</th>
            <th scope="col">{t('access:actions')}</th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow key={key.name} apiKey={key} onChanged={onChanged} />
          ))}
        </tbody>
      </HTMLTable>
    </div>
  )
}

const KeyRow = ({ apiKey, onChanged }: { apiKey: ApiKeyRow; onChanged: () => void }) => {
  const format = useFormat()
  const { t } = format
  const { name, state, maker, madeAt, revoker, revokedAt } = apiKey
  const home = useRef<HTMLTableRowElement>(null)
  const subject = keySubject(apiKey)
  return (
    <tr ref={home} tabIndex={-1}>
      <th scope="row">{name}</th>
      <td>
        <Tag intent={state === 'active' ? 'success' : 'none'}>{t(`apiKey:state.${state}`)}</Tag>
      </td>
      <td className="who-at">{maker ? whoAt(format, maker, madeAt!) : t('setting:screen.key.older')}</td>
      <td className="who-at">{revoker ? whoAt(format, revoker, revokedAt!) : '–'}</td>
      <td>
        <OfferButtons subject={subject} small />
        <CommandDialog subject={subject} home={home} onReload={onChanged} />
      </td>
    </tr>
  )
}
