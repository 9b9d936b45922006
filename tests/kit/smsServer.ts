import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { createApp } from '../../src/server/app.ts'
import { startSandboxes } from '../../src/server/channels/sandboxes.ts'
import { httpSms } from '../../src/server/channels/sms.ts'
import { openPostgres } from '../../src/server/db/database.ts'
import { serverFor } from '../../src/server/http/listen.ts'
import { limits } from '../../src/server/kit/limits.ts'

// A whole server as a process of its own, whose SMS provider is another process. `AHEAD_MS` is how far its clock is
// ahead of the machine's.
const { DATABASE_URL, PORT, PROVIDER, SECRET, PER_SECOND, AHEAD_MS } = process.env as Record<string, string>
const now = () => Date.now() + Number(AHEAD_MS)
const { channels } = await startSandboxes()
const { app, start } = await createApp({
  db: await openPostgres(DATABASE_URL!),
  clock: { now },
  ids: randomUUID,
  channels: {
    ...channels,
    sms: {
      merpati: httpSms({
        url: PROVIDER!,
        secret: SECRET!,
        perSecond: Number(PER_SECOND),
        timeoutMs: 10_000,
        now,
        receipts: () => `http://127.0.0.1:${PORT}/api/channels/merpati/receipts`,
      }),
    },
    secrets: { ...channels.secrets, merpati: SECRET! },
  },
  log: pino({ level: 'error' }),
})
await start()
serverFor(app, limits.connection).listen(Number(PORT), '127.0.0.1', () =>
  console.log(`Loket is open on http://localhost:${PORT}`),
)
