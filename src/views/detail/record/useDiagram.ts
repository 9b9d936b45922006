import { useEffect, useState } from 'react'

type Loaded = { url: string; svg?: SVGSVGElement; error?: unknown }

/** A chart's diagram as an SVG element of the caller's own; undefined until it loads. */
export const useDiagram = (url: string) => {
  const [loaded, setLoaded] = useState<Loaded>()
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    const leaving = new AbortController()
    load(url, leaving.signal).then(
      (svg) => setLoaded({ url, svg }),
      (error: unknown) => leaving.signal.aborted || setLoaded({ url, error }),
    )
    return () => leaving.abort()
  }, [url, attempt])

  return {
    // Shows nothing of another chart or language while this one loads.
    ...(loaded?.url === url ? loaded : undefined),
    retry: () => {
      setLoaded(undefined)
      setAttempt(attempt + 1)
    },
  }
}

const load = async (url: string, signal: AbortSignal): Promise<SVGSVGElement> => {
  const response = await fetch(url, { signal })
  const root = new DOMParser().parseFromString(await response.text(), 'image/svg+xml').documentElement
  // The server answers an unknown path with the console's HTML page.
  if (!response.ok || !(root instanceof SVGSVGElement)) throw new Error(`no drawing at ${url}`)
  return document.importNode(root, true)
}
