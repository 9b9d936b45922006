import { Alert } from '@blueprintjs/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Layout, View } from '../../services/savedViews.ts'
import { showRefusal } from '../shared/refusal.ts'
import type { useAddress } from './useAddress.ts'
import type { LayoutInUse } from './useLayout.ts'
import type { useSaved } from './useSaved.ts'
import { ViewDialog } from './ViewDialog.tsx'
import { type ViewDeed, ViewsMenu } from './ViewsMenu.tsx'

type ViewsProps = {
  address: ReturnType<typeof useAddress>
  saved: ReturnType<typeof useSaved>
  columns: LayoutInUse
  view: View | undefined
}

const noColumns: Layout = { columns: [] }

/** Saved views: filters, sort order, page size and columns under a name. */
export const Views = ({ address, saved: { saved, save, remove, renew }, columns, view }: ViewsProps) => {
  const { t } = useTranslation()
  const [deed, setDeed] = useState<ViewDeed>()
  useWholeAddress(address, view)

  const shown = { query: address.query, layout: columns.layout ?? noColumns }
  const begin = (what: ViewDeed) => {
    if (what !== 'update' || !view) return setDeed(what)
    save({ id: view.id, name: view.name, role: view.role?.id ?? null, ...shown }).then(columns.settle, showRefusal)
  }
  const open = (next: { id: string; query: string } | undefined) => {
    columns.settle()
    address.open(next)
  }

  return (
    <>
      <ViewsMenu
        views={saved?.views ?? []}
        view={view}
        isChanged={view !== undefined && (columns.isChanged || address.query !== view.query)}
        onOpen={open}
        onDeed={begin}
        onLook={renew}
      />
      {deed === 'saveAs' && (
        <ViewDialog
          title={t('list:saveAs')}
          initial={{ name: '', role: null }}
          roles={saved?.roles ?? []}
          onSave={async (named) => open({ id: await save({ ...named, ...shown }), query: shown.query })}
          onClose={() => setDeed(undefined)}
        />
      )}
      {deed === 'rename' && view && (
        <ViewDialog
          title={t('list:renameView')}
          initial={{ name: view.name, role: view.role?.id ?? null }}
          roles={saved?.roles ?? []}
          onSave={(named) => save({ id: view.id, query: view.query, layout: view.layout, ...named })}
          onClose={() => setDeed(undefined)}
        />
      )}
      <Alert
        isOpen={deed === 'remove' && view !== undefined}
        intent="danger"
        canEscapeKeyCancel
        confirmButtonText={t('list:delete')}
        cancelButtonText={t('common:cancel')}
        onCancel={() => setDeed(undefined)}
        onConfirm={() => {
          setDeed(undefined)
          if (view) remove(view).then(() => open(undefined), showRefusal)
        }}
      >
        <p>{t('list:deleteViewText', { name: view?.name })}</p>
      </Alert>
    </>
  )
}

/** A URL with only a view gets the view's query. Once per view, so that a removed filter stays removed. */
const useWholeAddress = ({ isOnlyView, open }: ReturnType<typeof useAddress>, view: View | undefined) => {
  const done = useRef<string>(undefined)
  useEffect(() => {
    if (!view || done.current === view.id) return
    done.current = view.id
    if (isOnlyView && view.query) open(view, true)
  })
}
