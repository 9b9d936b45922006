import { HTMLSelect, HTMLTable } from '@blueprintjs/core'
import { useState } from 'react'
import type { TemplateContent } from '../../machines/smsTemplate.ts'
import { isByLaw } from '../../machines/smsText.ts'
import type { TemplateDetail } from '../../services/smsTemplate.ts'
import { Differences, type FactTexts } from '../detail/record/Changes.tsx'
import { Facts } from '../detail/record/Facts.tsx'
import { type Format, useFormat } from '../shared/format.ts'

const textsOf = ({ name, language, category, body, marks }: TemplateContent, { t }: Format): FactTexts => ({
  'smsTemplate:ask.name': name,
  'smsTemplate:ask.language': t(`smsTemplate:language.${language}`),
  'smsTemplate:ask.category': t(`smsTemplate:category.${category}`),
  ...(isByLaw({ marks }) && { 'smsTemplate:ask.marks': t('smsTemplate:screen.byLaw') }),
  'smsTemplate:ask.body': body,
})

/** The approved versions of a template, and how two versions differ: at first the last two. */
export const Versions = ({ template, versions }: TemplateDetail) => {
  const format = useFormat()
  const { t, instant, number } = format
  const isWriting = versions.every((one) => one.number !== template.number)
  const all = [
    ...versions.map((one) => ({ ...one, label: t('smsTemplate:screen.versionOf', { number: one.number }) })),
    ...(isWriting ? [{ ...template, label: t('smsTemplate:screen.writing', { number: template.number }) }] : []),
  ]
  // Another version may have come since: then the last two are shown anew.
  const [chosen, setChosen] = useState<{ of: number; pair: readonly [number, number] }>()
  const [before, after] = chosen?.of === all.length ? chosen.pair : [Math.max(0, all.length - 2), all.length - 1]
  const choice = (label: string, value: number, pairWith: (index: number) => readonly [number, number]) => (
    <HTMLSelect
      aria-label={t(label)}
      value={value}
      options={all.map((one, index) => ({ value: index, label: one.label }))}
      onChange={({ target }) => setChosen({ of: all.length, pair: pairWith(Number(target.value)) })}
    />
  )
  return (
    <>
      <Facts title="smsTemplate:screen.versions">
        {versions.length === 0 ? (
          <p className="quiet">{t('smsTemplate:screen.none')}</p>
        ) : (
          <div className="power-table">
            <HTMLTable compact aria-label={t('smsTemplate:screen.versions')}>
              <thead>
                <tr>
                  <th scope="col">{t('smsTemplate:screen.number')}</th>
                  <th scope="col">{t('smsTemplate:ask.body')}</th>
                  <th scope="col">{t('smsTemplate:screen.editor')}</th>
                  <th scope="col">{t('smsTemplate:screen.proposer')}</th>
                  <th scope="col">{t('smsTemplate:screen.approver')}</th>
                  <th scope="col">{t('smsTemplate:screen.approvedAt')}</th>
                </tr>
              </thead>
              <tbody>
                {versions.toReversed().map((one) => (
                  <tr key={one.number} aria-current={one.number === template.inForce || undefined}>
                    <th scope="row">{number(one.number)}</th>
                    <td>{one.body}</td>
                    <td>{one.editor.name}</td>
                    <td>{one.proposer.name}</td>
                    <td>{one.approver.name}</td>
                    <td className="one-line">{instant(one.approvedAt)}</td>
                  </tr>
                ))}
              </tbody>
            </HTMLTable>
          </div>
        )}
      </Facts>
      {all.length > 1 && (
        <Facts
          title="smsTemplate:screen.difference"
          aside={
            <span className="sms-pair">
              {choice('detail:before', before, (index) => [index, after])}
              {choice('detail:after', after, (index) => [before, index])}
            </span>
          }
        >
          <Differences before={textsOf(all[before]!, format)} after={textsOf(all[after]!, format)} />
        </Facts>
      )}
    </>
  )
}
