import { openEmbedded } from '../db/database.ts'
import { restore } from '../maintenance/backup.ts'
import { verify } from '../maintenance/verify.ts'
import { fileAndDirectory } from './file.ts'
import { printed } from './printed.ts'
import { fail } from './run.ts'

try {
  const { file, directory } = fileAndDirectory('restore')
  await restore(file, directory)
  const db = await openEmbedded(directory)
  try {
    const { events, entries, problems, more } = await verify(db, printed())
    for (const problem of problems) console.log(problem)
    const count = `${more ? 'more than ' : ''}${problems.length}`
    console.log(`Restored ${directory} from ${file}: ${events} events, ${entries} audit entries, ${count} problems.`)
    process.exitCode = problems.length === 0 ? 0 : 1
  } finally {
    await db.close()
  }
} catch (error) {
  fail(error)
}
