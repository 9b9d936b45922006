import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { defaultColour } from '../../machines/appearance.ts'
import { useApp } from '../shared/app.ts'

const presets = {
  blue: defaultColour,
  green: '#1D7324',
  teal: '#00A396',
  violet: '#7961DB',
  pink: '#DB2C6F',
  orange: '#C87619',
  grey: '#5F6B7C',
}

/** A few preset colours, and any other. */
export const ColourPicker = () => {
  const { t } = useTranslation()
  const { appearance } = useApp()
  const colour = useSelector(appearance, ({ context }) => context.colour)
  return (
    <li role="none" className="colours">
      {Object.entries(presets).map(([name, one]) => (
        <button
          key={name}
          type="button"
          role="menuitemradio"
          aria-checked={one === colour}
          aria-label={t(`shell:colour.${name}`)}
          title={t(`shell:colour.${name}`)}
          style={{ backgroundColor: one }}
          onClick={() => appearance.send({ type: 'colourChosen', colour: one })}
        />
      ))}
      <input
        type="color"
        role="menuitem"
        aria-label={t('shell:colour.other')}
        title={t('shell:colour.other')}
        value={colour.toLowerCase()}
        onChange={({ target }) => appearance.send({ type: 'colourChosen', colour: target.value })}
      />
    </li>
  )
}
