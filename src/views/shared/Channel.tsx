import { useTranslation } from 'react-i18next'

/** An order's channel: its translation, or the stored name where the locale has none. */
export const Channel = ({ name }: { name: string }) =>
  useTranslation().t(`detail:channel.${name}`, { defaultValue: name })
