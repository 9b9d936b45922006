import { createElement } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { isDay } from '../shared/day.ts'
import { Notice } from '../shared/Notice.tsx'
import type { Screen } from '../shared/screens.ts'

/** A list of the day in the path's `date`; `words` are the locale keys for a `date` that is no day. */
export const dayScreen = (listOf: (date: string) => Screen, words: { title: string; text: string }): Screen => {
  // Cached, because a new component for the same day would remount the list.
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
