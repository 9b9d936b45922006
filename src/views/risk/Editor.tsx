import { Button, Callout, InputGroup } from '@blueprintjs/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Rule } from '../../machines/rules.ts'
import { type RuleVersion, save } from '../../services/risk.ts'
import { staleOf, useRefusal } from '../detail/command/refusal.ts'
import { SendButton } from '../detail/form/SendButton.tsx'
import { Facts } from '../detail/record/Facts.tsx'
import { useRequest } from '../jobs/useRequest.ts'
import { useFormat } from '../shared/format.ts'
import { hasMore, issuesOf } from '../shared/refusal.ts'
import { showSuccess } from '../shared/toast.ts'
import { RuleDialog } from './RuleDialog.tsx'
import { RuleTable } from './RuleTable.tsx'
import { Scores } from './Scores.tsx'
import type { Edited } from './useEdited.ts'

type EditorProps = { version: RuleVersion; edited: Edited; mayEdit: boolean; onSaved: () => void }

/** The rules and scores of a version. A draft can be edited and is saved as a whole. */
export const Editor = ({ version, edited, mayEdit, onSaved }: EditorProps) => {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<number>()
  const { content } = mayEdit ? edited : version
  const setRules = (rules: Rule[]) => edited.change({ content: { ...edited.content, rules } })
  return (
    <>
      {mayEdit && <SaveBar version={version} edited={edited} onSaved={onSaved} />}
      <Facts
        title="risk:rules"
        aside={
          mayEdit && <Button size="small" text={t('risk:addRule')} onClick={() => setOpened(content.rules.length)} />
        }
      >
        <RuleTable
          rules={content.rules}
          {...(mayEdit && {
            onEdit: setOpened,
            onRemove: (index: number) => setRules(content.rules.toSpliced(index, 1)),
          })}
        />
      </Facts>
      <Scores content={content} {...(mayEdit && { onChange: (next) => edited.change({ content: next }) })} />
      {mayEdit && opened !== undefined && (
        <RuleDialog
          key={opened}
          draft={`ruleSet/${version.name} rule ${content.rules[opened]?.name ?? ''}`}
          rules={content.rules}
          index={opened}
          onApply={(rule) => setRules(content.rules.toSpliced(opened, 1, rule))}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}

const SaveBar = ({ version, edited, onSaved }: Omit<EditorProps, 'mayEdit'>) => {
  const { t } = useTranslation()
  const { send, pending, error: last } = useRequest(save)
  const [dropped, setDropped] = useState<unknown>()
  // That error was about edits that were dropped since.
  const error = last === dropped ? undefined : last

  const submit = async (on = edited.on) => {
    const { title, content } = edited
    const answer = await send({ number: version.row!.number, version: on, title, content })
    if (!answer) return
    edited.stored(answer.version)
    showSuccess(t('risk:saved'))
    onSaved()
  }
  const revert = () => {
    edited.drop()
    setDropped(last)
  }
  return (
    <div className="risk-save">
      <InputGroup
        aria-label={t('risk:draftTitle')}
        maxLength={80}
        value={edited.title}
        onValueChange={(title) => edited.change({ title })}
      />
      <SendButton
        intent="primary"
        text={t('risk:save')}
        loading={pending}
        reason={edited.isChanged ? undefined : t('risk:nothingToSave')}
        onClick={() => void submit()}
      />
      {edited.isChanged && <Button variant="minimal" text={t('risk:revert')} disabled={pending} onClick={revert} />}
      {edited.isChanged && !error && <span>{t('risk:unsaved')}</span>}
      {error !== undefined && (
        <NotSaved error={error} rules={edited.content.rules} onAnyway={(on) => void submit(on)} />
      )}
    </div>
  )
}

type NotSavedProps = { error: unknown; rules: readonly Rule[]; onAnyway: (on: number) => void }

/** Why a draft was not saved: each problem with its rule, or the edit that came first. */
const NotSaved = ({ error, rules, onAnyway }: NotSavedProps) => {
  const { t, language } = useFormat()
  const { inWords } = useRefusal('ruleSet')
  const issues = issuesOf(error)
  const stale = staleOf(error)
  if (issues.length === 0) {
    return (
      <Callout compact intent="warning" role="alert">
        <p>{inWords(error)}</p>
        {stale && <Button size="small" text={t('risk:saveAnyway')} onClick={() => onAnyway(stale.version)} />}
      </Callout>
    )
  }
  const wordsOf = ({ field, message }: (typeof issues)[number]) => {
    const [, index, part] = /^(?:content\.)?rules\.(\d+)\.(.+)$/.exec(field) ?? []
    const rule = index === undefined ? undefined : rules[Number(index)]
    if (!rule || !part) return message
    return t('risk:at', { rule: rule.words[language] || rule.name, part: t(`risk:${labels[part] ?? part}`), message })
  }
  return (
    <Callout compact intent="danger" role="alert">
      <p>{t('risk:notSaved')}</p>
      <ul>
        {issues.map((issue) => (
          <li key={`${issue.field} ${issue.message}`}>{wordsOf(issue)}</li>
        ))}
      </ul>
      {hasMore(error) && <p>{error.message}</p>}
    </Callout>
  )
}

const labels: Record<string, string> = { kind: 'kindLabel' }
