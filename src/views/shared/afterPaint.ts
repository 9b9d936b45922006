/** Runs `then` after the next paint, so that it does not delay it. Answers a function that cancels it. */
export const afterPaint = (then: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(then)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** Resolves after the next paint. */
export const painted = () => new Promise<void>((resolve) => void afterPaint(resolve))
