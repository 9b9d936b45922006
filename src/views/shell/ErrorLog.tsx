import { Button, Dialog, DialogBody, DialogFooter, HTMLTable, Tag } from '@blueprintjs/core'
import { IssueIcon } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Logged } from '../../machines/errorLog.ts'
import { useApp } from '../shared/app.ts'
import { useFormat } from '../shared/format.ts'
import './errorLog.css'

/** The failures in this window; without any there is no button. */
export const ErrorLog = () => {
  const { t } = useTranslation()
  const { errors } = useApp()
  const failures = useSelector(errors, ({ context }) => context.errors)
  const [isOpen, setOpen] = useState(false)
  const name = t('shell:errors.button', { count: failures.length })
  return (
    <>
      {failures.length > 0 && (
        <Button
          variant="minimal"
          intent="danger"
          icon={<IssueIcon />}
          aria-label={name}
          title={name}
          text={
            <Tag round intent="danger">
              {failures.length}
            </Tag>
          }
          onClick={() => setOpen(true)}
        />
      )}
      <Dialog
        className="error-log"
        isOpen={isOpen}
        title={t('shell:errors.title')}
        onClose={() => setOpen(false)}
        // When the log is emptied, the button that would get the focus back is gone.
        onClosed={() => failures.length === 0 && document.querySelector('main')?.focus()}
      >
        <DialogBody>{failures.length > 0 ? <Failures failures={failures} /> : <p>{t('common:empty')}</p>}</DialogBody>
        <DialogFooter
          actions={
            <>
              <Button
                text={t('shell:errors.clear')}
                disabled={failures.length === 0}
                onClick={() => errors.send({ type: 'cleared' })}
              />
              <Button intent="primary" text={t('common:close')} onClick={() => setOpen(false)} />
            </>
          }
        />
      </Dialog>
    </>
  )
}

const Failures = ({ failures }: { failures: readonly Logged[] }) => {
  const { t } = useTranslation()
  const { time } = useFormat()
  return (
    <HTMLTable compact striped>
      <thead>
        <tr>
          {['at', 'message', 'info', 'url'].map((column) => (
            <th key={column} scope="col">
              {t(`shell:errors.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {failures.map(({ at, message, info, url }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two may be alike to the millisecond, and none moves
          <tr key={failures.length - index}>
            <td>{time(at)}</td>
            <td>{message}</td>
            <td>
              <pre>{info}</pre>
            </td>
            <td>{url}</td>
          </tr>
        ))}
      </tbody>
    </HTMLTable>
  )
}
