import enGB from 'date-fns/locale/en-GB/index.js'
import id from 'date-fns/locale/id/index.js'
import zhCN from 'date-fns/locale/zh-CN/index.js'

export const locales = { id, en: enGB, zh: zhCN }

// The picker works with midnights in the browser's time zone; here they only stand for days.
export const dateOf = (day: string) => new Date(`${day}T00:00:00`)
const pad = (n: number) => String(n).padStart(2, '0')
export const dayOf = (date: Date) => `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
