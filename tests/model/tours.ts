/** An edge of a graph, and the goals that taking it reaches. */
export type Edge<Step> = { step: Step; to: string; goals: readonly string[] }
export type Graph<Step> = ReadonlyMap<string, readonly Edge<Step>[]>

/** Walks from a node that together reach every goal. Each continues to the nearest open goal while one is reachable. */
export const tours = <Step>(graph: Graph<Step>, from: string): Step[][] => {
  const open = new Set([...graph.values()].flat().flatMap((edge) => edge.goals))
  const walks: Step[][] = []
  while (open.size > 0) {
    const walk: Edge<Step>[] = []
    for (let leg = nearest(graph, from, open); leg; leg = nearest(graph, walk.at(-1)!.to, open)) {
      walk.push(...leg)
      for (const goal of leg.flatMap((edge) => edge.goals)) open.delete(goal)
    }
    if (walk.length === 0) throw new Error(`out of reach: ${[...open].join(', ')}`)
    walks.push(walk.map((edge) => edge.step))
  }
  return walks
}

/** The shortest path to an edge with an open goal; an edge that leads on comes before one that ends. */
const nearest = <Step>(graph: Graph<Step>, from: string, open: ReadonlySet<string>): Edge<Step>[] | undefined => {
  const ways = new Map<string, Edge<Step>[]>([[from, []]])
  for (const [place, way] of ways) {
    const wanted = graph.get(place)!.filter((edge) => edge.goals.some((goal) => open.has(goal)))
    const last = wanted.find(({ to }) => graph.get(to)!.length > 0) ?? wanted[0]
    if (last) return [...way, last]
    for (const edge of graph.get(place)!) if (!ways.has(edge.to)) ways.set(edge.to, [...way, edge])
  }
  return undefined
}
