import { createElement } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import type { Screen } from '../screens.ts'
import { Notice } from '../shared/Notice.tsx'
import { isDay } from './filter.ts'

/** A list of the day that the path has as `date`; `words` are the keys of what is said of one that is no day. */
export const dayScreen = (listOf: (date: string) => Screen, words: { title: string; text: string }): Screen => {
  // A list is one component as long as it is looked at.
  const lists = new Map<string, Screen>()
  const listFor = (date: string): Screen => {
    const list = lists.get(date) ?? listOf(date)
    lists.set(date, list)
    return list
  }
  const DayScreen = () => {
    const { t } = useTranslation()
    const { date } = useParams()
    if (!isDay(date)) return <Notice title={t(words.title)} text={t(words.text)} />
    return createElement(listFor(date))
  }
  return DayScreen
}
