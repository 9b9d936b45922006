/** The channel on which processes tell each other that there is something to look at. */
export const channel = 'loket'
/** What is said on it when sessions ended, which are no events; nothing is said of an event but that there is one. */
export const sessionsEnded = 'sessionsEnded'
