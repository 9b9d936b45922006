import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dropTemplates, templatesVariable } from '../kit/templates.ts'

/**
 * Creates the folder of a run, shared by its projects. It holds the templates that tests copy; PostgreSQL templates
 * take its name.
 */
export function setup() {
  const folder = (process.env[templatesVariable] ??= join(tmpdir(), `loket_template_${randomBytes(6).toString('hex')}`))
  mkdirSync(folder, { recursive: true })
  return async () => {
    const given = process.env.DATABASE_URL
    if (given) await dropTemplates(given, folder)
    rmSync(folder, { recursive: true, force: true })
  }
}
