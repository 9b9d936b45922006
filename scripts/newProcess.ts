import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { lifecycles } from '../src/machines/lifecycles.ts'
import { allRoutes } from '../src/machines/routes.ts'
import { newest } from '../src/server/db/migrations.ts'

const usage = `npm run new:process -- <name> [<Indonesian title> <English title> <Chinese title>]
For example: npm run new:process -- homeVisit 'Kunjungan rumah' 'Home visit' '上门拜访'`

const templates = 'scripts/newProcess'

/** The forms of a process's name: `homeVisit`, `HomeVisit`, `home_visit` in tables and URLs, `home-visit` of a migration. */
const formsOf = (name: string) => {
  const parted = (by: string) => name.replaceAll(/[A-Z]/g, (letter) => by + letter.toLowerCase())
  return { name, type: name[0]!.toUpperCase() + name.slice(1), table: parted('_'), migration: parted('-') }
}
type Forms = ReturnType<typeof formsOf>

const whyNot = (name: string): string | undefined => {
  if (!/^[a-z][a-zA-Z]{2,29}$/.test(name)) return `${name} is no name in camel case of 3 to 30 letters`
  const routes = JSON.stringify(allRoutes)
  const taken = [
    ...(lifecycles.some((one) => one.name === name) ? ['a chart'] : []),
    ...(routes.includes(`"name":"${name}"`) ? ['a screen'] : []),
    ...globSync(
      `{src/machines/${name}.ts,src/services/${name}.ts,src/server/${name},src/views/${name},locales/en/${name}.json}`,
    ),
  ]
  return taken.length > 0 ? `${name} is the name of ${taken.join(', ')} already` : undefined
}

const filled = (text: string, { name, type, table }: Forms): string =>
  text
    .replaceAll(/sample_(table|path)/g, table)
    .replaceAll('Sample', type)
    .replaceAll('sample', name)

/** Writes the process's own files and answers their paths. */
const writeFiles = (forms: Forms, migration: string, titles: Readonly<Record<string, string>>): string[] =>
  globSync(`${templates}/**/*.txt`).map((template) => {
    const path = filled(relative(templates, template).slice(0, -'.txt'.length), forms).replace(
      `0000-${forms.name}`,
      migration,
    )
    const language = /^locales\/(\w+)\//.exec(path)?.[1] ?? ''
    const text = readFileSync(template, 'utf8').replace('"Sample title"', JSON.stringify(titles[language]))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, filled(text, forms))
    return path
  })

type Insertion = [path: string, before: string, lines: string]

/** The lines that name the process in the lists of all processes. The formatter sorts the imports. */
const insertions = ({ name }: Forms, migration: string): Insertion[] => [
  ['src/machines/lifecycles.ts', '\nconst machines = {', `import { ${name}Machine } from './${name}.ts'\n`],
  ['src/machines/lifecycles.ts', '}\n\n/** The kind of a stream', `  ${name}: ${name}Machine,\n`],
  ['src/server/processes.ts', '\n/** Every process of the server', `import { ${name} } from './${name}/process.ts'\n`],
  ['src/server/processes.ts', ']\n\n/** Merges', `  ${name},\n`],
  ['src/server/db/migrations.ts', '\n/**\n * A migration has', `import * as ${name} from './schema/${migration}.ts'\n`],
  ['src/server/db/migrations.ts', '}\n\n/** The newest migration', `  '${migration}': ${name},\n`],
  ['src/machines/routes.ts', "      { path: 'excelExport'", `      { path: '${name}', name: '${name}' },\n`],
  ['src/views/screens.ts', '}\n\nexport const allScreens', `  ${name}: () => import('./${name}/${name}.tsx'),\n`],
  ['tests/machines/routes.test.ts', ']\n\nconst roleNames', `  '/utils/${name}',\n`],
  [
    'tests/model/invariants.all.ts',
    '\n/** The words of the business',
    `import { ${name}Invariants } from './${name}.invariants.ts'\n`,
  ],
  ['tests/model/invariants.all.ts', ']\n', `  ${name}Invariants,\n`],
  // Until a role is granted its list, only who holds every right hears of it.
  ['tests/model/hearers.ts', '}\n\n/** Own jobs', `  ${name}: [],\n`],
  ['tests/model/charts.ts', '\nexport type OpenOptions', `import { ${name}Model } from './${name}.moves.ts'\n`],
  [
    'tests/model/charts.ts',
    ']\n\n/** Every chart with a model',
    `  small(
    ${name}Model,
    async () => (await import('./${name}.driver.ts')).${name}Process(),
    async () => (await import('./${name}.screens.ts')).${name}OnScreens(),
  ),\n`,
  ],
]

const insert = ([path, before, lines]: Insertion): string => {
  const text = readFileSync(path, 'utf8')
  const [head, tail, ...more] = text.split(before)
  if (tail === undefined || more.length > 0) throw new Error(`${path} has no single place before ${before.trim()}`)
  writeFileSync(path, head + lines + before + tail)
  return path
}

/** Adds the screen's title. */
const writeTitle = (language: string, name: string, title: string): string => {
  const path = `locales/${language}/routes.json`
  const titles = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
  writeFileSync(path, JSON.stringify({ ...titles, [name]: title }, null, 2))
  return path
}

/** Adds who may call the new endpoints: only the administrator, until a role is granted them. */
const writeRights = ({ name, table }: Forms): string => {
  const path = 'tests/server/http/rights.txt'
  const lines = ['list (list)', 'count (list)', 'open (open)', 'close (close)'].map((line) => {
    const [, call, right] = /^(\w+) \((\w+)\)$/.exec(line)!
    return `POST /${table}/${call} (${name}.${right}): admin`
  })
  const before = readFileSync(path, 'utf8').trimEnd().split('\n')
  writeFileSync(path, `${[...before, ...lines].toSorted().join('\n')}\n`)
  return path
}

const run = (...args: readonly string[]) =>
  execFileSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })

const write = (name: string, given: readonly string[]) => {
  const forms = formsOf(name)
  const number = String(Number(newest.slice(0, 4)) + 1).padStart(4, '0')
  const migration = `${number}-${forms.migration}`
  const spoken = `${forms.type[0]}${forms.migration.slice(1).replaceAll('-', ' ')}`
  const [id = spoken, en = spoken, zh = spoken] = given
  const titles = { id, en, zh }

  const written = writeFiles(forms, migration, titles)
  const changed = [
    ...insertions(forms, migration).map(insert),
    ...Object.entries(titles).map(([language, title]) => writeTitle(language, name, title)),
    writeRights(forms),
  ]
  const formatted = [...written, ...changed].filter((path) => /\.(tsx?|json)$/.test(path))
  execFileSync('node_modules/.bin/oxfmt', formatted, { stdio: ['ignore', 'ignore', 'inherit'] })
  // Each in a process of its own, which loads what was just written.
  run('tests/model/run.ts', name, '--write')
  run('scripts/docs.ts')
  return { written, changed: [...new Set(changed)] }
}

const [name = '', ...titles] = process.argv.slice(2)
const why = name && existsSync(templates) && (titles.length === 0 || titles.length === 3) ? whyNot(name) : usage
if (why) {
  console.error(why)
  process.exitCode = 2
} else {
  const { written, changed } = write(name, titles)
  console.log(`Wrote:\n${written.map((path) => `  ${path}`).join('\n')}`)
  console.log(`Named ${name} in:\n${changed.map((path) => `  ${path}`).join('\n')}`)
  console.log(`Now write what it is: begin with src/machines/${name}.ts, then \`npm run docs\` and CONTRIBUTING.md.`)
}
