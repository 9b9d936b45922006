import { Button, type Intent, MenuItem } from '@blueprintjs/core'
import { MoreIcon } from '@blueprintjs/icons'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Menu } from '../../shared/Menu.tsx'
import { acting } from '../../shared/pointerGuard.ts'
import { Popover } from '../../shared/Popover.tsx'

type Deed = {
  event: string
  text: string
  reason: string | undefined
  intent: Intent
  loading: boolean
  'aria-disabled': true | undefined
  onClick: () => void
}

/** The offers that do not fit in a row. A barred one shows the rule that fails. */
export const MoreOffers = ({ deeds }: { deeds: readonly Deed[] }) => {
  const { t } = useTranslation()
  const chosen = useRef<() => void>(undefined)
  // A closing menu returns the focus to its button, even from a form that it opened.
  const begin = () => {
    chosen.current?.()
    chosen.current = undefined
  }
  const items = deeds.map(({ event, text, reason, intent, onClick }) => (
    <MenuItem
      key={event}
      {...acting}
      text={text}
      label={reason}
      intent={intent}
      disabled={reason !== undefined}
      onClick={() => {
        chosen.current = onClick
      }}
    />
  ))
  return (
    <Popover transitionDuration={100} onClosed={begin} content={<Menu>{items}</Menu>}>
      <Button
        size="small"
        icon={<MoreIcon />}
        loading={deeds.some(({ loading }) => loading)}
        aria-disabled={deeds[0]?.['aria-disabled']}
        aria-label={t('detail:moreOffers')}
      />
    </Popover>
  )
}
