import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useApp } from './app.ts'

/** Titles the page's tab with its record's name instead of the number in its address. */
export const useTabName = (name: string | undefined) => {
  const { tabs } = useApp()
  const { pathname: path } = useLocation()
  useEffect(() => {
    if (name !== undefined) tabs.send({ type: 'named', path, name })
  }, [tabs, path, name])
}
