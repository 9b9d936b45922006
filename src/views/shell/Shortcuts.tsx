import { Dialog, DialogBody, KeyComboTag } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import './shortcuts.css'

/** Every keyboard shortcut, grouped by where it works. */
const groups = {
  everywhere: { 'shell:key.palette': 'mod+K', 'shell:key.shortcuts': '?', 'shell:key.closeTab': 'delete' },
  list: {
    'shell:key.next': 'J',
    'shell:key.previous': 'K',
    'shell:key.open': 'enter',
    'shell:key.select': 'X',
    'shell:key.copy': 'mod+C',
    'shell:key.filter': '/',
  },
  record: { 'shell:key.nextRecord': 'J', 'shell:key.previousRecord': 'K' },
  case: {
    'shell:key.number': 'N',
    'recoveryCase:action.contacted': 'C',
    'recoveryCase:action.outcomeNoted': 'O',
    'recoveryCase:action.visited': 'V',
    'recoveryCase:action.promised': 'P',
    'recoveryCase:action.callBackSet': 'B',
  },
  lead: {
    'lead:screen.next': 'G',
    'shell:key.number': 'N',
    'lead:action.contacted': 'C',
    'lead:action.outcomeNoted': 'O',
    'lead:action.callBackSet': 'B',
    'lead:action.finished': 'F',
    'lead:action.invalidated': 'I',
  },
  viewer: {
    'detail:viewer.zoomIn': 'plus',
    'detail:viewer.zoomOut': 'minus',
    'detail:viewer.fit': '0',
    'detail:viewer.turnRight': 'R',
    'detail:viewer.turnLeft': 'shift+R',
    'shell:key.move': 'left up down right',
  },
  menu: { 'shell:key.choose': 'up down' },
  form: { 'shell:key.submit': 'mod+enter', 'shell:key.cancel': 'esc' },
}

export const Shortcuts = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const { t } = useTranslation()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('shell:keys.title')} className="shortcuts">
      <DialogBody tabIndex={0}>
        {Object.entries(groups).map(([group, keys]) => (
          <section key={group} aria-label={t(`shell:keys.${group}`)}>
            <h3>{t(`shell:keys.${group}`)}</h3>
            <dl>
              {Object.entries(keys).map(([name, combo]) => (
                <div key={name}>
                  <dt>{t(name)}</dt>
                  <dd>
                    {combo.split(' ').map((one) => (
                      <KeyComboTag key={one} combo={one} minimal />
                    ))}
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
