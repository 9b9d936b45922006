import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Total } from '../../machines/list.ts'
import { useFormat } from '../shared/format.ts'

type AnnouncedProps = {
  /** The request, as text, that tells one from another. */
  asked: string
  /** The number of matching rows; undefined while it or the rows are loading. */
  total: Total | undefined
  words?: string | undefined
  page: number
}

/** Announces the result of a new request to screen readers. Live changes of the rows are not announced. */
export const Announced = ({ asked, total, words: key = 'list:count', page }: AnnouncedProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [announced, setAnnounced] = useState({ asked, words: '' })
  if (total && announced.asked !== asked) {
    const count = t(key, { shown: format.count(total.count, total.capped), count: total.count })
    setAnnounced({ asked, words: `${count}, ${t('list:page', { page })}` })
  }
  return <output className="visually-hidden">{announced.words}</output>
}
