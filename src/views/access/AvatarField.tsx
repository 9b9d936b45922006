import { Button, FileInput } from '@blueprintjs/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pictureOf } from './pictureOf.ts'

type AvatarFieldProps = {
  /** Undefined leaves the picture as it is, '' takes it away. */
  avatar: string | undefined
  error: string | undefined
  disabled: boolean
  onAvatar: (avatar: string) => void
}

/** Chooses the picture of an account. */
export const AvatarField = ({ avatar, error, disabled, onAvatar }: AvatarFieldProps) => {
  const { t } = useTranslation()
  const [isBad, setBad] = useState(false)
  const choose = async (file: File | undefined) => {
    const picture = file && (await pictureOf(file))
    setBad(file !== undefined && picture === undefined)
    if (picture) onAvatar(picture)
  }
  const problem = isBad ? t('errors:field.image') : error
  return (
    <div className="field">
      <span>{t('access:avatar')}</span>
      <div className="account-avatar">
        {avatar && <img src={avatar} alt={t('access:avatar')} width={32} height={32} />}
        <FileInput
          fill
          text={t('access:chooseAvatar')}
          buttonText={t('access:browse')}
          inputProps={{ accept: 'image/png,image/jpeg,image/webp', 'aria-label': t('access:chooseAvatar'), disabled }}
          onInputChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
        />
        <Button disabled={disabled} text={t('access:removeAvatar')} onClick={() => onAvatar('')} />
      </div>
      {problem && <p className="field-error">{problem}</p>}
      {avatar === '' && <small>{t('access:avatarRemoved')}</small>}
    </div>
  )
}
