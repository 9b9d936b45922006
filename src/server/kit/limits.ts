const megabyte = 1024 * 1024
const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute

/** Limits on calls and connections; durations in milliseconds. Limits on data stand beside its schema. */
export const limits = {
  /** Login attempts within `window`, counted in the database for all processes together. */
  logins: {
    window: 15 * minute,
    /** For one e-mail from one address. */
    ofPair: 10,
    /** For one e-mail from all addresses, without attempts on the account's known devices. */
    ofAccount: 20,
    /** From one address, which a whole office may share. */
    ofAddress: 200,
    /** For one account on one known device. */
    ofDevice: 10,
  },
  /** Known devices of an account: at most `most`, the newest first, each for `ttl` after its last login. */
  devices: { most: 20, ttl: 180 * day },
  /** Calls within `window`, counted by each process. Opening a screen makes a few dozen. */
  calls: { window: minute, ofSession: 1200, timesOfAddress: 10 },
  /** Event-loop time that one identified caller may use within `window`, counted by each process. */
  share: { window: minute, most: 30 * second },
  /** Memory for large bodies under way, half for one caller at most, and how many of a caller wait how long. */
  inHand: { bytes: 128 * megabyte, waiting: 40, patience: 30 * second },
  /** The minimum rate of a large body: no stricter than `connection.request` is for the largest one. */
  arriving: { window: 5 * second, least: megabyte },
  /** Concurrent calls and open SSE feeds of one person. */
  atOnce: 40,
  feeds: 10,
  /** The interval of SSE heartbeats. A feed outlives its session by this much at most. */
  heartbeat: 10 * second,
  /** The time-out of a call. The console itself waits for a minute. */
  answer: 50 * second,
  /** Time-outs of a connection: for a request's head, for the whole request, and without any traffic. */
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
