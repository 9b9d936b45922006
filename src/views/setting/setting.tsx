import { Spinner, Callout } from '@blueprintjs/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { businessDay } from '../../machines/calendar.ts'
import { to } from '../../machines/paths.ts'
import { make } from '../../services/apiKey.ts'
import { propose, type SettingRow } from '../../services/setting.ts'
import { BarredButton } from '../detail/form/BarredButton.tsx'
import { useConsole } from '../shared/console.ts'
import { Failed } from '../shared/Failed.tsx'
import { useNow } from '../shared/format.ts'
import { TabLine } from '../shared/TabLine.tsx'
import { ApiKeyDialog } from './ApiKeyDialog.tsx'
import { ApiKeys } from './ApiKeys.tsx'
import { ContactNow } from './ContactNow.tsx'
import { HolidaysDialog } from './HolidaysDialog.tsx'
import { type Key, KeyShown } from './KeyShown.tsx'
import { SettingDialog } from './SettingDialog.tsx'
import { isDated, isOnly } from './settingFields.ts'
import { SettingPanel } from './SettingPanel.tsx'
import { SettingTable } from './SettingTable.tsx'
import { tabs, useSettings } from './useSettings.ts'
import '../access/power.css'
import './setting.css'

/** The lender's settings by kind, and the API keys of customers' apps. */
const Settings = () => {
  const { t } = useTranslation()
  const { user } = useConsole()
  const { tab, isKnown, all, ofTab, chosen, owners, keys, error, retry, reload, choose } = useSettings()
  const [edited, setEdited] = useState<{ setting: SettingRow | undefined }>()
  const Dialog = tab === 'holidays' ? HolidaysDialog : SettingDialog
  const [made, setMade] = useState<'asked' | Key>()
  const barredTo = (name: string) => (user.interfaces.includes(name) ? undefined : t('errors:notPermitted'))

  if (!isKnown) return error ? <Failed error={error} onRetry={retry} /> : <Spinner className="page-wait" size={28} />
  return (
    <div className="power">
      <header>
        <h1>{t('routes:setting')}</h1>
        {tab === 'apiKey' ? (
          <BarredButton
            intent="primary"
            text={t('apiKey:action.keyMade')}
            reason={barredTo(make.interface)}
            onClick={() => setMade('asked')}
          />
        ) : tab === 'bankLayout' ? null : (
          <BarredButton
            intent="primary"
            text={t(`setting:screen.new.${tab}`)}
            reason={
              barredTo(propose.interface) ??
              (tab === 'rate' && owners.length === 0 ? t('setting:screen.noProduct') : undefined) ??
              (tab === 'smsLinks' && owners.length === 0 ? t('setting:screen.noApp') : undefined) ??
              (isOnly(tab) && ofTab.length > 0 ? t('setting:screen.only') : undefined)
            }
            onClick={() => setEdited({ setting: undefined })}
          />
        )}
      </header>
      <nav className="setting-kinds tab-line" aria-label={t('routes:setting')}>
        <TabLine active={tab} count={tabs.length}>
          {tabs.map((one) => (
            <li key={one}>
              <Link
                to={`${to.setting()}?${new URLSearchParams({ kind: one })}`}
                aria-current={one === tab ? 'page' : undefined}
              >
                {t(`setting:screen.kind.${one}`)}
              </Link>
            </li>
          ))}
        </TabLine>
      </nav>
      {tab === 'apiKey' ? (
        <ApiKeys keys={keys} onChanged={reload} />
      ) : (
        <>
          {isDated(tab) && <p className="quiet">{t(`setting:screen.about.${tab}`)}</p>}
          {(tab === 'contactRules' || tab === 'zones') && <ContactNow settings={all} />}
          {tab === 'holidays' && <YearsWithout settings={ofTab} />}
          <SettingTable kind={tab} settings={ofTab} chosen={chosen} />
          {chosen && (
            <SettingPanel
              key={chosen.code}
              setting={chosen}
              onEdit={() => setEdited({ setting: chosen })}
              onChanged={reload}
            />
          )}
          {edited && (
            <Dialog
              kind={tab}
              {...edited}
              owners={owners}
              onClose={() => setEdited(undefined)}
              onSaved={(code) => {
                reload()
                choose(tab, code)
              }}
            />
          )}
        </>
      )}
      {made === 'asked' && (
        <ApiKeyDialog
          onClose={() => setMade(undefined)}
          onMade={(key) => {
            reload()
            setMade(key)
          }}
        />
      )}
      {typeof made === 'object' && <KeyShown apiKey={made} onClose={() => setMade(undefined)} />}
    </div>
  )
}

export { Settings as screen }

/** Says what a year without holidays in force means, and whether this year or the next one is such a year. */
const YearsWithout = ({ settings }: { settings: readonly SettingRow[] }) => {
  const { t } = useTranslation()
  const year = Number(businessDay(useNow()).slice(0, 4))
  const missing = [year, year + 1]
    .map(String)
    .filter((one) => !settings.some(({ code, inForce }) => code === one && inForce.length > 0))
  return (
    <Callout compact intent={missing.includes(String(year)) ? 'danger' : missing.length > 0 ? 'warning' : 'none'}>
      {t('setting:screen.holiday.rule')}
      {missing.length > 0 && ` ${t('setting:screen.holiday.missing', { years: missing.join(', ') })}`}
    </Callout>
  )
}
