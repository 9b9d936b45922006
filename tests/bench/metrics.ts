/** The process's metrics: CPU seconds, memory in bytes, and the largest loop delay in seconds since the last read. */
export const metricsOf = async (url: string) => {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)![1])
  return {
    cpu: figure('process_cpu_seconds_total'),
    memory: figure('process_resident_memory_bytes'),
    heap: figure('nodejs_heap_size_used_bytes'),
    lag: figure('nodejs_eventloop_lag_max_seconds'),
  }
}
