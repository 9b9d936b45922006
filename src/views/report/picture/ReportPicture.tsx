import { dayStart } from '../../../machines/calendar.ts'
import type { DataOf } from '../../../services/endpoint.ts'
import type { Report } from '../../../services/report.ts'
import { dayIn } from '../../shared/day.ts'
import { useFormat } from '../../shared/format.ts'
import { PictureFrame } from './PictureFrame.tsx'

type Props = { report: Report; drawn: DataOf<Report['standing']>['drawn'] | undefined }

/** The picture of a report, as it declares it. */
export const ReportPicture = ({ report, drawn }: Props) => {
  const format = useFormat()
  const { t, rate, money, number, short, dayOfYear } = format
  const { as, of, limit } = report.picture
  const figure = report.figures[of[0]!]
  const isRate = figure === undefined
  // The days of several years are not told apart without them.
  const hasYears = new Set(drawn?.map(({ key }) => key.slice(0, 4))).size > 1
  const day = (key: string) => (hasYears ? dayIn(key, format) : dayOfYear(dayStart(key)))
  const channel = (key: string) => t(`detail:channel.${key}`, { defaultValue: key })
  return (
    <PictureFrame
      title={t('report:picture.title', { title: t(`routes:${report.name}`) })}
      as={as}
      {...(limit !== undefined && { limit })}
      series={of.map((name) => t(`report:${report.name}.${name}`))}
      points={drawn?.map((point) => ({ ...point, values: point.values.slice(0, of.length) }))}
      name={({ key }) => (report.rows === 'day' ? dayIn(key, format) : channel(key))}
      label={({ key }) => (report.rows === 'day' ? day(key) : channel(key))}
      value={isRate ? rate : figure.money ? money : number}
      tick={isRate || as === 'shares' ? (value) => rate(value) : short}
    />
  )
}
