import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { qualityColumns, stateWords } from '../../services/quality.columns.ts'
import { causes, choices, count, list, type Quality, qualityStates } from '../../services/quality.ts'
import { columnsOf } from '../list/columnsOf.tsx'
import { byDays, type FilterField } from '../list/filter.ts'
import { listScreen } from '../list/listScreen.tsx'
import { byName, byPhone } from '../list/ofOrder.ts'
import type { Screen } from '../shared/screens.ts'
import { QualityState } from './QualityState.tsx'

const columns = columnsOf<Quality, keyof typeof qualityColumns>(qualityColumns, {
  name: { cell: (row, { t }) => row.name || t('audit:erased') },
  state: { cell: ({ state }) => <QualityState state={state} /> },
  sampledAt: { sort: 'sampledAt' },
})

const byPerson = (
  name: 'seller' | 'checker' | 'compared',
  label: string,
  all: 'sellers' | 'checkers',
): FilterField => ({
  kind: 'choice',
  name,
  label,
  most: 40,
  options: async (client) =>
    (await client.call(choices, {}))[all].map(({ id, name: called }) => ({ value: id, name: called })),
})
const byWord = (
  name: string,
  label: string,
  values: readonly string[],
  words: (value: string) => string,
): FilterField => ({
  kind: 'choice',
  name,
  label,
  options: values.map((value) => ({ value, words: words(value) })),
})

const List = listScreen({
  name: 'checkList',
  empty: 'quality:screen.empty',
  counted: 'quality:screen.count',
  list,
  count,
  kind: 'quality',
  where: {},
  sorted: '-sampledAt',
  columns: Object.values(columns),
  filters: [
    byWord('state', 'quality:screen.state', qualityStates, (value) => stateWords(value as Quality['state'])),
    byPhone,
    byName,
    byPerson('seller', 'lead:screen.seller', 'sellers'),
    byPerson('checker', 'quality:screen.checker', 'checkers'),
    byWord('cause', 'quality:screen.cause', causes, (value) => `quality:cause.${value}`),
    byWord('appealed', 'quality:screen.appealed', ['yes', 'no'], (value) => `audit:${value}`),
    byWord('agrees', 'quality:screen.agrees', ['yes', 'no'], (value) => `quality:agrees.${value}`),
    byPerson('compared', 'quality:screen.compared', 'checkers'),
    byDays('sampled', 'quality:screen.sampledAt'),
  ],
  keyOf: ({ id }: Quality) => id,
  row: ({ id }: Quality) => to.checkDetail({ id }),
})

/** The visits that are checked. A row opens the visit. */
const CheckList = () => {
  const { t } = useTranslation()
  return (
    <div className="list-page">
      <div>
        <Link to={to.checkFigures()}>{t('routes:checkFigures')}</Link>
      </div>
      <List />
    </div>
  )
}

export const screen: Screen = Object.assign(CheckList, { prefetch: List.prefetch! })
