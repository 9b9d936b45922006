import { Link, useSearchParams } from 'react-router-dom'
import { leavesOf } from '../../machines/paths.ts'
import { controlledRoutes } from '../../machines/routes.ts'
import { figureColumns } from '../../services/recovery.columns.ts'
import { behind, type Figured, type FigureName } from '../../services/recovery.ts'
import { useFormat } from '../shared/format.ts'

const paths = new Map(leavesOf(controlledRoutes).map(({ route, path }) => [route.name, path]))
const passed = [
  'orderNo',
  'kind',
  'app',
  'stage',
  'collector',
  'group',
  'company',
  'strategy',
  'province',
  'regency',
] as const

type BehindProps = {
  name: FigureName
  line: Pick<Figured, 'key' | 'from' | 'to' | 'figures'>
  /** The fields of the screen's filter besides the reader's. */
  of: Readonly<Record<string, string | true>>
}

/** The address of the rows that a figure of a line counts. */
const addressOf = ({ name, line: { key, from, to }, of }: BehindProps, chosen: URLSearchParams) => {
  const { screen, days, where } = behind[name]
  const wanted: Readonly<Record<string, string | true>> = { ...of, ...Object.fromEntries(chosen) }
  const by = String(wanted['by'])
  const words = new URLSearchParams({
    ...Object.fromEntries(passed.flatMap((one) => (wanted[one] === undefined ? [] : [[one, String(wanted[one])]]))),
    ...Object.fromEntries(days.map((one) => [one, one === 'held' ? `${from}..${from}` : `${from}..${to}`])),
    ...(by !== 'day' && { [by]: key }),
    ...where,
  })
  return `${paths.get(screen)!}?${words}`
}

/** A figure of a line: a link to the rows that it counts. */
export const Behind = (its: BehindProps) => {
  const { number, money } = useFormat()
  const [params] = useSearchParams()
  const { name, line } = its
  const value = line.figures[name]
  const shown = figureColumns[name].kind === 'money' ? money(value) : number(value)
  return value === 0 ? shown : <Link to={addressOf(its, params)}>{shown}</Link>
}
