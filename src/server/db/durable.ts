import { closeSync, fsyncSync, openSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Stream = { nfd?: number; node: object }
type NodeFsModule = {
  NODEFS: { stream_ops: { fsync?: (stream: Stream) => void }; realPath: (node: object) => string }
}

/** PGlite's Node file system with a real fsync: the stock one has none, so an acknowledged commit could be lost with the power. */
class DurableFS extends NodeFS {
  fsyncs = 0

  override async init(...[pg, options]: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(pg, options)
    const addFsync = (module: unknown) => {
      const { NODEFS } = module as NodeFsModule
      NODEFS.stream_ops.fsync = (stream) => {
        this.fsyncs += 1
        if (stream.nfd !== undefined) return fsyncSync(stream.nfd)
        const directory = openSync(NODEFS.realPath(stream.node), 'r')
        fsyncSync(directory)
        closeSync(directory)
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [addFsync, ...(emscriptenOpts.preRun ?? [])] } }
  }
}

/** What the schema asks of the embedded engine; a PostgreSQL server has it among its own. */
export const extensions = { pg_trgm }

// `-F` is PostgreSQL's "no fsync", and PGlite starts with it.
const durably = PGlite.defaultStartParams
  .filter((param) => param !== '-F')
  .concat('-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'full_page_writes=on')

/**
 * An embedded PostgreSQL in one directory whose commits are on the disk when they return. `panicked` is told why when it gave
 * up, for want of room for its log: from then on it answers nothing at all.
 */
export const openDurable = async (
  directory: string,
  panicked: (why: string) => void,
): Promise<{ pglite: PGlite; fsyncs: () => number }> => {
  const fs = new DurableFS(directory)
  const onStderr = (line: string) => {
    const why = /PANIC: +(.*)/.exec(line)?.[1]
    if (why) panicked(why)
    return false
  }
  const pglite = await PGlite.create({ fs, startParams: durably, extensions, onStderr })
  return { pglite, fsyncs: () => fs.fsyncs }
}
