import { useTranslation } from 'react-i18next'
import { findRoute } from '../../machines/paths.ts'
import type { Tab } from '../../machines/tabs.ts'

/** A page's title: the record's name or number first, because it tells two pages of a kind apart. */
export const useTitle = ({ path, title, name }: Pick<Tab, 'path' | 'title' | 'name'>): string => {
  const { t } = useTranslation()
  const { type: _, ...params } = findRoute(path)?.params ?? {}
  return [...(name ? [name] : Object.values(params)), title ? t(title) : t('shell:tabs.noName')].join(' · ')
}
