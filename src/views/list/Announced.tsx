import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Total } from '../../machines/list.ts'
import { useFormat } from '../shared/format.ts'

type AnnouncedProps = {
  /** What the list was asked for. */
  asked: string
  /** How many there are of it; undefined while that and the rows are on their way. */
  total: Total | undefined
  words?: string | undefined
  page: number
}

/** Says what came once something else was asked for, to whoever does not see it. Rows that change by themselves are no reason to speak. */
export const Announced = ({ asked, total, words: key = 'list:count', page }: AnnouncedProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [said, setSaid] = useState({ asked, words: '' })
  if (total && said.asked !== asked) {
    const count = t(key, { shown: format.count(total.count, total.capped), count: total.count })
    setSaid({ asked, words: `${count}, ${t('list:page', { page })}` })
  }
  return <output className="visually-hidden">{said.words}</output>
}
