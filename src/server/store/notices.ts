/** The LISTEN/NOTIFY channel by which processes wake each other. */
export const channel = 'loket'
/** The payload when sessions ended, which are not events. A notification of events has an empty payload. */
export const sessionsEnded = 'sessionsEnded'
