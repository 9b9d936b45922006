import { Dialog } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '../../services/endpoint.ts'
import { type requestExport, requestUnmasked } from '../../services/jobs.ts'
import { WhyForm } from '../detail/record/WhyForm.tsx'
import { useConsole } from '../shared/console.ts'

type UnmaskedDialogProps = {
  /** The requested export; undefined keeps the dialog closed. */
  wanted: InputOf<typeof requestExport> | undefined
  onBegun: () => void
  onClose: () => void
}

/** Asks for the purpose of an export with unmasked customer data, then starts the export. */
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
