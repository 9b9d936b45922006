/** The view of a picture: zoom factor, clockwise quarter turns, and offset in pixels. */
export type View = { zoom: number; turns: number; x: number; y: number }

export const whole: View = { zoom: 1, turns: 0, x: 0, y: 0 }

const closest = 8
const step = 1.25

/** Zooms one step in (1) or out (-1), never below the whole picture, which is centred. */
export const zoomed = (view: View, way: 1 | -1): View => {
  const zoom = Math.min(closest, Math.max(1, view.zoom * step ** way))
  const nearer = zoom / view.zoom
  return zoom === 1 ? { ...view, zoom, x: 0, y: 0 } : { ...view, zoom, x: view.x * nearer, y: view.y * nearer }
}

export const turned = (view: View, way: 1 | -1): View => ({ ...view, turns: (view.turns + way + 4) % 4, x: 0, y: 0 })

/** Only a picture larger than its stage can be moved. */
export const moved = (view: View, x: number, y: number): View =>
  view.zoom === 1 ? view : { ...view, x: view.x + x, y: view.y + y }

export const isSideways = ({ turns }: View) => turns % 2 === 1

export const transformOf = ({ zoom, turns, x, y }: View) =>
  `translate(-50%, -50%) translate(${x}px, ${y}px) scale(${zoom}) rotate(${turns * 90}deg)`
