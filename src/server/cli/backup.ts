import { backUp } from '../maintenance/backup.ts'
import { fileAndDirectory } from './file.ts'
import { fail } from './run.ts'

try {
  const { file, directory } = fileAndDirectory('backup')
  await backUp(directory, file)
  console.log(`Backed up ${directory} into ${file}.`)
} catch (error) {
  fail(error)
}
