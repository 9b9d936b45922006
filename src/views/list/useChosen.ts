import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Chosen, type FilterField, isSecret, pageSizeOf } from './filter.ts'

/** What a list is narrowed to: in the URL, so that it can be shared and gone back to, save for what nobody else may read there. */
export const useChosen = (fields: readonly FilterField[]) => {
  const [params, setParams] = useSearchParams()
  const [secrets, setSecrets] = useState<Chosen>({})

  const open = fields.flatMap((field) => {
    const value = isSecret(field) ? undefined : params.get(field.name)
    return value ? [[field.name, value] as const] : []
  })

  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (value) after.set(name, value)
        else after.delete(name)
        return after
      },
      { replace: true },
    )

  return {
    chosen: { ...Object.fromEntries(open), ...secrets } as Chosen,
    limit: pageSizeOf(params.get('size')),
    choose: (field: FilterField, value: string) => {
      if (!isSecret(field)) return set(field.name, value)
      const { [field.name]: _, ...others } = secrets
      setSecrets(value ? { ...others, [field.name]: value } : others)
    },
    chooseLimit: (limit: number) => set('size', String(limit)),
    clear: () => {
      setSecrets({})
      setParams((before) => new URLSearchParams([...before].filter(([name]) => name === 'size')), { replace: true })
    },
  }
}
