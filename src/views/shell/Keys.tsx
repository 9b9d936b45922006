import { Button } from '@blueprintjs/core'
import { SearchIcon } from '@blueprintjs/icons'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Route } from '../../machines/routes.ts'
import { isForPage, useKeys } from '../shared/keys.ts'
import { Shortcuts } from './Shortcuts.tsx'

const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }))

/** Opens by key from anywhere: the palette (Ctrl+K, or its button) and the list of shortcuts (`?`). */
export const Keys = ({ routes }: { routes: readonly Route[] }) => {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<'palette' | 'shortcuts'>()
  const [isFetched, setFetched] = useState(false)
  const openPalette = () => {
    setFetched(true)
    setOpened('palette')
  }
  const close = () => setOpened(undefined)

  useKeys((event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') openPalette()
    else if (event.key === '?' && isForPage(event)) setOpened('shortcuts')
    else return false
    return true
  })

  return (
    <>
      <Button
        variant="minimal"
        icon={<SearchIcon />}
        aria-label={t('shell:palette.open')}
        title={`${t('shell:palette.open')} (Ctrl+K)`}
        onClick={openPalette}
      />
      <Suspense>{isFetched && <Palette routes={routes} isOpen={opened === 'palette'} onClose={close} />}</Suspense>
      <Shortcuts isOpen={opened === 'shortcuts'} onClose={close} />
    </>
  )
}
