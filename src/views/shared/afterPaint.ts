/** Does what can wait once what was drawn is in sight, so that it does not hold that up. Answers how to call it off. */
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

/** Resolves once what was drawn is in sight. */
export const painted = () => new Promise<void>((resolve) => void afterPaint(resolve))
