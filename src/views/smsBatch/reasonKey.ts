/** The words for a reason why some people of a batch get no message. They may lack different variables. */
export const reasonKey = (reason: string): string =>
  reason === 'unfilled' ? 'smsBatch:screen.unfilled' : `message:reason.${reason}`
