import { useTranslation } from 'react-i18next'
import { Facts } from '../detail/record/Facts.tsx'
import type { Way } from '../detail/record/past.ts'
import { type Step, Timeline } from '../detail/record/Timeline.tsx'
import { useFormat } from '../shared/format.ts'

type GrantStepsProps = { steps: readonly Step[]; words: string; shown: number; way: Way }

type Particulars = { granted?: string[]; taken?: string[]; name?: string; note?: string; linkUntil?: number }

/** The history of a role or an account: the grants that each step added and removed. */
export const GrantSteps = ({ steps, words, shown, way }: GrantStepsProps) => (
  <Facts title="access:history">
    <Timeline
      steps={steps}
      shown={shown}
      newest={steps.length}
      words={words}
      way={way}
      renderDetails={({ details }) => <Differences {...details} />}
    />
  </Facts>
)

const Differences = ({ granted = [], taken = [], name, note, linkUntil }: Particulars) => {
  const { t } = useTranslation()
  const { instant } = useFormat()
  return (
    <>
      {name !== undefined && <div>{[name, note].filter(Boolean).join(' · ')}</div>}
      {linkUntil !== undefined && <div>{t('access:linkOpen', { until: instant(linkUntil) })}</div>}
      <Names title={t('access:granted')} names={granted} tone="granted" />
      <Names title={t('access:taken')} names={taken} tone="taken" />
    </>
  )
}

const Names = ({ title, names, tone }: { title: string; names: readonly string[]; tone: 'granted' | 'taken' }) => {
  const { t } = useTranslation()
  if (names.length === 0) return null
  const inWords = (name: string) => {
    const [kind, id] = name.split(' ') as [string, string | undefined]
    return kind === 'menu' && id ? t(`routes:${id}`) : (id ?? name)
  }
  return (
    <div className="grant-names" data-changed={tone}>
      <em>{title}</em> {names.map(inWords).join(', ')}
    </div>
  )
}
