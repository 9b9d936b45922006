import { useTranslation } from 'react-i18next'
import { reveal } from '../../services/lead.ts'
import { RevealWhy } from '../detail/record/Reveal.tsx'
import { useConsole } from '../shared/console.ts'

type LeadRevealProps = { id: string; field: 'name' | 'phone'; masked: string }

/** The name or phone of a lead: masked until the user states a purpose, and again after a minute. */
export const LeadReveal = ({ id, field, masked }: LeadRevealProps) => {
  const { t } = useTranslation()
  const { client, user } = useConsole()
  return (
    <RevealWhy
      masked={masked}
      what={t(`reveal:field.${field}`)}
      isPermitted={user.interfaces.includes(reveal.interface)}
      onReveal={async (why, key) => (await client.call(reveal, { id, field, ...why }, { key })).value}
    />
  )
}
