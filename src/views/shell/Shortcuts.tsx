import { Dialog, DialogBody, KeyComboTag } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import './shortcuts.css'

/** Every key that does something, by where it does. */
const groups = {
  everywhere: { palette: 'mod+K', shortcuts: '?', closeTab: 'delete' },
  list: { next: 'J', previous: 'K', open: 'enter', select: 'X', filter: '/' },
  record: { nextRecord: 'J', previousRecord: 'K' },
  form: { submit: 'mod+enter', cancel: 'esc' },
}

export const Shortcuts = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const { t } = useTranslation()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('shell:keys.title')} className="shortcuts">
      <DialogBody>
        {Object.entries(groups).map(([group, keys]) => (
          <section key={group} aria-label={t(`shell:keys.${group}`)}>
            <h3>{t(`shell:keys.${group}`)}</h3>
            <dl>
              {Object.entries(keys).map(([name, combo]) => (
                <div key={name}>
                  <dt>{t(`shell:key.${name}`)}</dt>
                  <dd>
                    <KeyComboTag combo={combo} minimal />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </DialogBody>
    </Dialog>
  )
}
