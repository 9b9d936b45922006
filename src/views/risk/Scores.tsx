import { FormGroup, InputGroup } from '@blueprintjs/core'
import { useId } from 'react'
import type { RuleContent } from '../../machines/rules.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { useFormat } from '../shared/format.ts'

type ScoresProps = { content: RuleContent; onChange?: (content: RuleContent) => void }

/** The best score, and the lowest score of each rating. */
export const Scores = ({ content, onChange }: ScoresProps) => {
  const { t, number } = useFormat()
  const { best, bands } = content
  const lines = [
    { label: t('risk:best'), value: best, set: (value: number) => ({ ...content, best: value }) },
    ...bands.map(({ rating, from }, index) => ({
      label: t('risk:from', { rating }),
      value: from,
      set: (value: number) => ({ ...content, bands: bands.with(index, { rating, from: value }) }),
    })),
  ]
  return (
    <Facts title="risk:scores">
      <div className="risk-scores">
        {lines.map(({ label, value, set }) =>
          onChange ? (
            <WholeInput key={label} label={label} value={value} onValue={(next) => onChange(set(next))} />
          ) : (
            <p key={label}>
              {label}: <b>{number(value)}</b>
            </p>
          ),
        )}
      </div>
      <p className="quiet">{t('risk:below')}</p>
    </Facts>
  )
}

const WholeInput = ({ label, value, onValue }: { label: string; value: number; onValue: (value: number) => void }) => {
  const id = useId()
  return (
    <FormGroup label={label} labelFor={id}>
      <InputGroup
        id={id}
        inputMode="numeric"
        maxLength={5}
        value={value === 0 ? '' : String(value)}
        onValueChange={(text) => onValue(Number(text.replaceAll(/\D/g, '')))}
      />
    </FormGroup>
  )
}
