import { Dialog } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '../../services/endpoint.ts'
import { type requestExport, requestUnmasked } from '../../services/jobs.ts'
import { WhyForm } from '../detail/WhyForm.tsx'
import { useConsole } from '../shared/console.ts'

type UnmaskedDialogProps = {
  /** What is asked for; nothing is asked while it is undefined. */
  wanted: InputOf<typeof requestExport> | undefined
  onBegun: () => void
  onClose: () => void
}

/** Asks what customers' data is needed for in a file, and has it written. */
export const UnmaskedDialog = ({ wanted, onBegun, onClose }: UnmaskedDialogProps) => {
  const { t } = useTranslation()
  const { client } = useConsole()
  return (
    <Dialog isOpen={wanted !== undefined} title={t('export:unmasked')} transitionDuration={100} onClose={onClose}>
      <WhyForm
        text={t('export:action.exportRequested')}
        notice={t('export:unmaskedKept')}
        onSay={async (why, key) => {
          await client.call(requestUnmasked, { ...wanted!, ...why }, { key })
          onBegun()
          onClose()
        }}
        onCancel={onClose}
      />
    </Dialog>
  )
}
