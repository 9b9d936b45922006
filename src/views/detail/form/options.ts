import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '../../../services/http.ts'
import { afterPaint } from '../../shared/afterPaint.ts'
import { useConsole } from '../../shared/console.ts'
import type { Option } from './field.ts'

export const useOptionWords = () => {
  const { t } = useTranslation()
  return ({ value, words, name, count }: Option) =>
    words ? t(words, { name, count, defaultValue: name ?? value }) : (name ?? value)
}

/** Options given or fetched; empty when the fetch fails. Undefined while it is pending. */
export const useOptions = (options: readonly Option[] | ((client: Client) => Promise<Option[]>)) => {
  const { client } = useConsole()
  const [loaded, setLoaded] = useState<readonly Option[]>()
  // Fetched once: options must not change while a user chooses.
  const [load] = useState(() => (typeof options === 'function' ? options : undefined))
  const isLoaded = useEffectEvent(() => loaded !== undefined)
  useEffect(() => {
    if (isLoaded()) return undefined
    let gone = false
    const calledOff = afterPaint(() => {
      load?.(client).then(
        (found) => gone || setLoaded(found),
        () => gone || setLoaded([]),
      )
    })
    return () => {
      gone = true
      calledOff()
    }
  }, [client, load])
  return typeof options === 'function' ? loaded : options
}
