import { useEffect, useState } from 'react'

type Loaded = { url: string; svg?: SVGSVGElement; error?: unknown }

/** The drawing of a chart as an element of its own for whoever shows it; undefined until it is here. */
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
    // Of another chart or language nothing is shown meanwhile.
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
  // A path that there is nothing at is answered with the console's own page.
  if (!response.ok || !(root instanceof SVGSVGElement)) throw new Error(`no drawing at ${url}`)
  return document.importNode(root, true)
}
