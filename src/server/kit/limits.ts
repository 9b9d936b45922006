const megabyte = 1024 * 1024
const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute

/** How much anybody may ask for, how often, and for how long; durations are milliseconds. What data may be is said beside its schema. */
export const limits = {
  /** Tries to log in within `window`, counted in the database for all processes together. */
  logins: {
    window: 15 * minute,
    /** For one e-mail from one address. */
    ofPair: 10,
    /** For one e-mail from anywhere; an account's own devices are not among them. */
    ofAccount: 20,
    /** From one address, behind which a whole office may sit. */
    ofAddress: 200,
    /** For one account on a device that it has been logged in on. */
    ofDevice: 10,
  },
  /** Devices that an account was logged in on: the newest so many, for so long. */
  devices: { most: 20, ttl: 180 * day },
  /** Calls within a minute, counted by each process for itself; a screen makes a few dozen when it is opened. */
  calls: { window: minute, ofSession: 1200, timesOfAddress: 10 },
  /** How long one caller whose name is known may have the event loop within a minute, counted by each process for itself. */
  share: { window: minute, most: 30 * second },
  /** Bytes of all large bodies that are being read or worked on, one caller's half of them at most, and how many of a caller wait how long for theirs. */
  inHand: { bytes: 128 * megabyte, waiting: 40, patience: 30 * second },
  /** What has to arrive of a large body in each window, which is no faster than the largest has to be in `connection.request`. */
  arriving: { window: 5 * second, least: megabyte },
  /** Calls of one person that are answered at the same time, and change feeds that they have open. */
  atOnce: 40,
  feeds: 10,
  /** How long a change feed says nothing, and how long it goes on at most for a session that is over. */
  heartbeat: 10 * second,
  /** An answer that takes longer is given up; the console itself waits for a minute. */
  answer: 50 * second,
  /** What a connection is given to send the head of a request and the whole of it, and how long it may say nothing. */
  connection: {
    head: 10 * second,
    request: 60 * second,
    silent: 90 * second,
    keptOpen: 65 * second,
    lookedAfter: 5 * second,
    headBytes: 16 * 1024,
  },
}

export type Limits = typeof limits
