import { Callout, Spinner } from '@blueprintjs/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type RuleSetRow, type RuleVersion, version as endpoint } from '../../services/risk.ts'
import { CommandDialog } from '../detail/command/CommandDialog.tsx'
import { OfferButtons, useOffers } from '../detail/command/OfferButtons.tsx'
import { Facts } from '../detail/record/Facts.tsx'
import { useRecord } from '../detail/record/useRecord.ts'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import { useVersionName } from '../shared/useVersionName.ts'
import { Backtests } from './Backtests.tsx'
import { Bench } from './Bench.tsx'
import { Differences } from './Differences.tsx'
import { Editor } from './Editor.tsx'
import { subjectOf } from './subject.ts'
import { useEdited } from './useEdited.ts'
import { StateTag } from './VersionList.tsx'

type VersionProps = { name: string; inForce: string; versions: readonly RuleSetRow[] }

/** One version in full: its content, its differences, its tests, and the commands on it. */
export const Version = ({ name, ...rest }: VersionProps) => {
  const { record, error, retry, reload } = useRecord(endpoint, { version: name }, { kind: 'ruleSet', id: name })
  if (!record) {
    return error ? <Failed error={error} onRetry={retry} /> : <Spinner className="page-wait" size={28} />
  }
  return <Known version={record} {...rest} onReload={reload} />
}

type KnownProps = Omit<VersionProps, 'name'> & { version: RuleVersion; onReload: () => void }

const Known = ({ version, inForce, versions, onReload }: KnownProps) => {
  const { t } = useTranslation()
  const nameOf = useVersionName()
  const { record: replaced } = useRecord(endpoint, { version: inForce }, { kind: 'ruleSet', id: inForce })
  const subject = subjectOf(version, { nameOf, inForce: replaced })
  const mayEdit = useOffers(subject).some(({ event }) => event === 'edited')
  const edited = useEdited(version)
  const head = useRef<HTMLHeadingElement>(null)
  const shown = mayEdit ? edited.content : version.content
  return (
    <section className="risk-version" aria-label={nameOf(version.name)}>
      <header>
        <h2 ref={head} tabIndex={-1}>
          {nameOf(version.name)}
        </h2>
        {version.row && <StateTag state={version.row.state} />}
        {version.row && !edited.isChanged && (
          <OfferButtons subject={subject} only={['publishProposed', 'published', 'publishRefused', 'discarded']} />
        )}
      </header>
      {version.row && <CommandDialog subject={subject} home={head} onReload={onReload} />}
      {version.refusal && (
        <Callout compact intent="warning">
          {t('risk:refusal', { reason: version.refusal })}
        </Callout>
      )}
      {version.row && <About row={version.row} />}
      <Editor version={version} edited={edited} mayEdit={mayEdit} onSaved={onReload} />
      <Differences
        content={shown}
        name={version.name}
        versions={versions}
        initial={version.name === inForce ? (version.row?.base ?? inForce) : inForce}
      />
      <Bench name={version.name} subject={subject} isChanged={edited.isChanged} onRecorded={onReload} />
      <Backtests name={version.name} rules={version.content.rules} isChanged={edited.isChanged} versions={versions} />
      {version.row && <Tests tests={version.tests} />}
    </section>
  )
}

const About = ({
  row: { title, base, author, createdAt, editor, editedAt, proposer, publisher, publishedAt },
}: {
  row: RuleSetRow
}) => {
  const { t, instant } = useFormat()
  const nameOf = useVersionName()
  const byAt = (who: { name: string }, at: number) => t('risk:byAt', { name: who.name, at: instant(at) })
  return (
    <Facts
      title={title}
      facts={{
        'risk:base': nameOf(base),
        'risk:author': byAt(author, createdAt),
        'risk:editor': byAt(editor, editedAt),
        ...(proposer && { 'risk:proposer': proposer.name }),
        ...(publisher && { 'risk:publisher': byAt(publisher, publishedAt!) }),
      }}
    />
  )
}

/** The tests of a version since its last edit. */
const Tests = ({ tests }: { tests: RuleVersion['tests'] }) => {
  const { t, instant } = useFormat()
  return (
    <Facts title="risk:tests">
      {tests.length === 0 && <p className="quiet">{t('risk:noTests')}</p>}
      <ul className="detail-lines">
        {tests.map((test) => (
          <li key={`${test.subject} ${test.at}`}>
            <span>
              {t(`risk:test.${test.kind}`, { subject: test.subject, judged: test.judged })}
              <small>{t('risk:byAt', { name: test.by.name, at: instant(test.at) })}</small>
            </span>
            <span>{t('risk:test.changed', { count: test.changed })}</span>
          </li>
        ))}
      </ul>
    </Facts>
  )
}
