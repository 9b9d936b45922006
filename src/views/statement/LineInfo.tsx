import { Dialog, DialogBody } from '@blueprintjs/core'
import { EyeOpenIcon } from '@blueprintjs/icons'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Line, open } from '../../services/statement.ts'
import { BarredButton } from '../detail/form/BarredButton.tsx'
import { Facts } from '../detail/record/Facts.tsx'
import { instantCell } from '../list/cells.tsx'
import { useConsole } from '../shared/console.ts'
import { useFormat } from '../shared/format.ts'
import { LineWords } from './LineWords.tsx'
import '../detail/record/reveal.css'

/** The bank's text of a line, masked, with a button that opens it unmasked. */
export const LineInfo = ({ line }: { line: Line }) => {
  const { t } = useTranslation()
  const { user } = useConsole()
  const [isOpen, setOpen] = useState(false)
  // A hidden page must not keep the unmasked text.
  useEffect(() => () => setOpen(false), [])
  if (line.info === '') return '–'
  const words = t('statement:open', { txid: line.txid })
  return (
    <span className="reveal">
      <span>{line.info}</span>
      <BarredButton
        className="screen-only"
        size="small"
        variant="minimal"
        intent="primary"
        icon={<EyeOpenIcon size={14} />}
        title={words}
        aria-label={words}
        reason={user.interfaces.includes(open.interface) ? undefined : t('errors:notPermitted')}
        onClick={() => setOpen(true)}
      />
      <Dialog isOpen={isOpen} title={line.txid} transitionDuration={100} onClose={() => setOpen(false)}>
        <DialogBody>
          <OneLine line={line} />
        </DialogBody>
      </Dialog>
    </span>
  )
}

const OneLine = ({ line }: { line: Line }) => {
  const format = useFormat()
  const { t } = format
  return (
    <Facts
      title="statement:line"
      facts={{
        'statement:info': <LineWords line={line} />,
        'statement:account': line.account,
        'statement:bookedAt': instantCell(line.bookedAt, format),
        [`statement:${line.direction}`]: format.sen(line.amount),
        'statement:state': t(`statementLine:state.${line.state}`),
        'statement:orderNo': line.orderNo ?? line.recorded,
        'statement:after': format.sen(line.after),
      }}
    />
  )
}
