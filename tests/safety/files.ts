import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Every file that .gitignore does not name, as paths from the root. Reads no git: a downloaded copy has none. */
export function repositoryFiles(): string[] {
  return below('').toSorted()
}

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

const ignored = read('.gitignore')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))

function below(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => name !== '.git' && !isIgnored(name))
    .flatMap((entry) => {
      const path = folder ? `${folder}/${entry.name}` : entry.name
      return entry.isDirectory() ? below(path) : entry.isFile() ? [path] : []
    })
}

function isIgnored(name: string): boolean {
  return ignored.some((line) =>
    line.startsWith('*') ? name.endsWith(line.slice(1)) : name === line.replace(/\/$/, ''),
  )
}
