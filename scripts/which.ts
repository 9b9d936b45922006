import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Finds the first of these commands that is an executable on PATH, and answers its path. */
export function which(...commands: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return commands.flatMap((command) => folders.map((folder) => join(folder, command))).find(isExecutable)
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
