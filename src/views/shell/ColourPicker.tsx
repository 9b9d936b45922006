import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { defaultColour } from '../../machines/look.ts'
import { useApp } from '../shared/app.ts'

const presets = [defaultColour, '#1D7324', '#00A396', '#7961DB', '#DB2C6F', '#C87619', '#5F6B7C']

/** A few colours that go well with the rest, and any other. */
export const ColourPicker = () => {
  const { t } = useTranslation()
  const { look } = useApp()
  const colour = useSelector(look, ({ context }) => context.colour)
  return (
    <li role="none" className="colours">
      {presets.map((one) => (
        <button
          key={one}
          type="button"
          role="menuitemradio"
          aria-checked={one === colour}
          aria-label={one}
          title={one}
          style={{ backgroundColor: one }}
          onClick={() => look.send({ type: 'colourChosen', colour: one })}
        />
      ))}
      <input
        type="color"
        role="menuitem"
        aria-label={t('shell:colour.other')}
        title={t('shell:colour.other')}
        value={colour.toLowerCase()}
        onChange={({ target }) => look.send({ type: 'colourChosen', colour: target.value })}
      />
    </li>
  )
}
