import type { Intent } from '@blueprintjs/core'
import { leadColumns } from '../../services/lead.columns.ts'
import type { Lead } from '../../services/lead.ts'
import { columnsOf } from '../list/columnsOf.tsx'
import { QualityState } from '../quality/QualityState.tsx'
import { Tag } from '../shared/Tag.tsx'

export const stateIntents = {
  waiting: 'warning',
  following: 'primary',
  finished: 'success',
  invalid: 'none',
} as const satisfies Record<Lead['state'], Intent>

export const columns = columnsOf<Lead, keyof typeof leadColumns>(leadColumns, {
  name: { cell: (row, { t }) => row.name || t('audit:erased') },
  state: { cell: ({ state }, { t }) => <Tag intent={stateIntents[state]}>{t(`lead:state.${state}`)}</Tag> },
  callBack: {
    sort: 'callAt',
    cell: ({ callBack, callBackDue }, { instant }) => {
      if (callBack === null) return '–'
      return callBackDue ? <Tag intent="warning">{instant(callBack)}</Tag> : instant(callBack)
    },
  },
  quality: { cell: ({ check }) => (check ? <QualityState state={check.state} /> : '–') },
  importedAt: { sort: 'importedAt' },
})
