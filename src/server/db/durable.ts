import { closeSync, fsyncSync, openSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Stream = { nfd?: number; node: object }
type NodeFsModule = {
  NODEFS: { stream_ops: { fsync?: (stream: Stream) => void }; realPath: (node: object) => string }
}

/** PGlite's Node file system with fsync. The stock one has none: a power failure could lose an acknowledged commit. */
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

/** The extensions that the schema needs. The embedded engine has to load them; a PostgreSQL server ships them. */
export const extensions = { pg_trgm }

// PGlite starts with `-F`, PostgreSQL's "no fsync".
const durably = PGlite.defaultStartParams
  .filter((param) => param !== '-F')
  .concat('-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'full_page_writes=on')

/**
 * Opens an embedded PostgreSQL whose commits are on the disk when they return. `panicked` gets the reason of a PANIC,
 * such as no disk space for the WAL; the database answers nothing after it.
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
