import { useNavigate, useSearchParams } from 'react-router-dom'
import { type SettingKind, settingKinds } from '../../machines/setting.facts.ts'
import { list as allKeys } from '../../services/apiKey.ts'
import { list } from '../../services/setting.ts'
import { useRecord } from '../detail/record/useRecord.ts'
import { settingPath } from './SettingTable.tsx'

/** The tabs: each kind of setting, then the API keys of customers' apps. */
export const tabs = [...settingKinds, 'apiKey'] as const

/** All settings and API keys, live, and the setting in the URL. */
export const useSettings = () => {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const settings = useRecord(list, {}, { kind: 'setting', id: undefined })
  const keys = useRecord(allKeys, {}, { kind: 'apiKey', id: undefined })
  const tab = tabs.find((one) => one === params.get('kind')) ?? tabs[0]
  const all = settings.record?.settings ?? []
  const ofTab = all.filter(({ kind }) => kind === tab)
  return {
    tab,
    isKnown: settings.record !== undefined && keys.record !== undefined,
    all,
    ofTab,
    chosen: ofTab.find(({ code }) => code === params.get('code')),
    /** The codes that a new setting of the tab can be for: products in force without rates, apps in force without links. */
    owners: all.filter(
      ({ kind, code, inForce }) =>
        kind === (tab === 'rate' ? 'product' : 'app') && inForce.length > 0 && !ofTab.some((one) => one.code === code),
    ),
    keys: keys.record?.keys ?? [],
    error: settings.error ?? keys.error,
    retry: () => {
      settings.retry()
      keys.retry()
    },
    reload: () => {
      settings.reload()
      keys.reload()
    },
    choose: (kind: SettingKind, code: string) => void navigate(settingPath(kind, code), { replace: true }),
  }
}
