import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { catalogue, operationNames } from '../src/operations/catalogue.ts'
import { internalCatalogue } from '../src/operations/internal-catalogue.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What operations and services may import. */
const below = ['src/domain/', 'src/formats/', 'src/input/', 'src/values/', 'store/mail-store.ts']
/** What faces may import of operations. */
const offered = ['src/operations/', 'src/services/', 'src/input/', 'src/values/']

/** Faces on the server of `src/faces/http`: they share it, and know nothing of each other. */
const overHttp = ['mail', 'mail2', 'a2a']

/** A layer by its folder, the first that fits; and what it may import besides itself (house style). */
const layers: readonly { readonly at: string; readonly may: readonly string[] }[] = [
  { at: 'src/domain/', may: [] },
  { at: 'src/after.ts', may: [] },
  { at: 'src/formats/', may: ['src/domain/'] },
  { at: 'src/input/', may: ['src/domain/', 'store/mail-store.ts'] },
  { at: 'src/values/', may: ['src/domain/', 'store/mail-store.ts'] },
  { at: 'src/services/', may: below },
  { at: 'src/operations/', may: [...below, 'src/services/'] },
  { at: 'src/setup/', may: ['src/domain/'] },
  { at: 'src/small-file.ts', may: ['src/domain/'] },
  { at: 'src/mailbox.ts', may: ['src/domain/', ...offered] },
  { at: 'src/server-mailbox.ts', may: ['src/mailbox.ts', 'src/domain/', ...offered] },
  { at: 'src/faces/present', may: ['src/domain/', ...offered] },
  { at: 'src/faces/narrow.ts', may: [] },
  ...['cli', 'tui', 'mcp', 'hook'].map((face) => ({
    at: `src/faces/${face}/`,
    may: ['src/domain/', ...offered, 'src/mailbox.ts', 'src/faces/present', 'src/faces/narrow.ts'],
  })),
  {
    at: 'src/faces/http/',
    may: ['src/domain/', ...offered, 'src/server-mailbox.ts', 'src/faces/present'],
  },
  ...overHttp.map((face) => ({
    at: `src/faces/${face}/`,
    may: ['src/domain/', ...offered, 'src/mailbox.ts', 'src/faces/http/'],
  })),
  { at: 'components/', may: ['src/faces/tui/', 'src/faces/present', 'src/domain/'] },
  { at: 'store/', may: ['src/domain/', 'src/small-file.ts'] },
  { at: 'src/settings.ts', may: ['src/domain/'] },
  { at: 'src/config.ts', may: ['src/domain/', 'src/settings.ts', 'src/small-file.ts'] },
  { at: 'src/store-place/', may: ['src/domain/', 'src/config.ts', 'src/small-file.ts'] },
  {
    at: 'src/actor.ts',
    may: ['src/domain/', 'src/config.ts', 'src/person.ts', 'src/recorded-session.ts', 'store/mail-store.ts'],
  },
  { at: 'src/recorded-session.ts', may: ['src/domain/', 'store/mail-store.ts'] },
  { at: 'src/person.ts', may: ['src/domain/', 'src/config.ts', 'store/mail-store.ts'] },
  {
    at: 'src/drivers/',
    may: [
      'src/domain/',
      'src/config.ts',
      'src/small-file.ts',
      'src/services/context.ts',
      'src/services/network-driver.ts',
      'src/services/bell-driver.ts',
      'src/services/key-driver.ts',
      'src/services/pane-driver.ts',
      'src/services/transcript-driver.ts',
      'src/services/exchange/folder.ts',
      'store/foreign/',
      'src/services/last-output.ts',
    ],
  },
  // Where everything is put together.
  ...['src/main.ts', 'src/entry/'].map((at) => ({
    at,
    may: ['src/', 'components/', 'store/', 'package.json'],
  })),
  { at: 'src/dev/', may: ['src/', 'components/', 'store/', 'test/', 'package.json'] },
]

/** Every layer but the domain needs times, and they have one place. */
const everywhere = ['src/after.ts']

/** Libraries that only some may load. */
const libraries: readonly { readonly name: RegExp; readonly at: readonly string[] }[] = [
  { name: /^better-sqlite3$/u, at: ['store/sqlite/', 'src/dev/'] },
  { name: /^pg$/u, at: ['store/postgres/', 'src/dev/'] },
  { name: /^chrono-node/u, at: ['src/domain/natural-time.ts'] },
  { name: /^age-encryption$/u, at: ['src/drivers/sealing.ts', 'test/'] },
  { name: /^(?:ink|react|ink-text-input)(?:\/|$)/u, at: ['components/', 'src/dev/'] },
]

/** What reads whole files in another way than small ones are read, and why it may. */
const otherReaders: Readonly<Record<string, string>> = {
  'store/sqlite/database/file-system.ts': 'the list of mounts in /proc',
  'src/drivers/folders/files.ts': 'documents of other systems, opened without links and pipes',
  'src/drivers/processes.ts': 'of /proc',
  'src/drivers/process-table.ts': 'of /proc',
  'src/drivers/network.ts': 'certificates that the environment names',
  'src/entry/serving.ts': 'certificates that the command line names',
  'src/faces/cli/flags.ts': 'a file, or a pipe, that the command line names',
  'src/faces/tui/compose/outside.ts': 'what an editor wrote into a folder that was just made',
  'src/setup/files.ts': 'settings of other tools, whose links are judged before',
  'src/entry/hook-memory.ts': 'a descriptor that is being written to',
  'src/entry/other-sessions.ts': 'a descriptor that openOwnFile gave',
  'store/sqlite/debates/decision-file.ts': 'a descriptor, judged before',
  'store/sqlite/bodies/bodies.ts': 'bodies, proved by their digests',
}

/** What reads this machine's time of day, and why it may: all that is decided or stored goes by the store's clock. */
const dayReaders: Readonly<Record<string, string>> = {
  'store/sqlite/sqlite-store.ts': 'the clock of a store that lies here',
  'store/sqlite/migrate.ts': 'the same, before it is open',
  'store/sqlite/doctor/doctor-schema.ts': 'the same, where it is not opened',
  'store/sqlite/doctor/doctor-permissions.ts': 'the name of a file that is put aside',
  'store/sqlite/backup/before-upgrade.ts': 'the name of a backup',
  'store/sqlite/backup/backup-whole.ts': 'the seal of a copy of a store that lies here',
  'store/sqlite/bodies/archive-files.ts': 'the age of a file here',
  'store/shared/far-clock.ts': 'the difference of two clocks is told',
  'src/entry/examination.ts': 'a store that lies here and is not opened',
  'src/entry/restoring.ts': 'the name of what was before',
  'src/entry/agent-session.ts': 'the name of a process here',
  'src/entry/screen.ts': 'the name of a process here',
  'src/entry/upgrading.ts': 'the name of a backup',
  'src/entry/guard-notes.ts': 'the age of a note of this machine',
  'src/entry/hooking.ts': 'the age of a note of this machine',
  'src/drivers/pane-lock.ts': 'the name of a process and the age of a file here',
  'src/drivers/folders/drafts.ts': 'the age of a file here',
  'src/drivers/folders/files.ts': 'the age of a file here',
  'src/drivers/folders/listing.ts': 'the age of files here',
  'src/faces/tui/loop/start.ts': 'a picture of the demo world, whose store lies here',
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => /\.tsx?$/u.test(name))
}

const files = [...filesIn('src'), ...filesIn('components'), ...filesIn('store')]
const sourceOf = (file: string) => readFileSync(join(root, file), 'utf8')

/** Everything that a file imports: static, for its effect, re-exported, dynamic, by require. */
function importsOf(source: string): readonly string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//gu, '').replace(/^\s*\/\/.*$/gmu, '')
  const forms = [
    /^\s*(?:import|export)\b[^'"`;()]*?\bfrom\s*['"]([^'"]+)['"]/gmu,
    /^\s*import\s*['"]([^'"]+)['"]/gmu,
    /\bimport\s*\(\s*['"`]([^'"`]+)['"`]\s*\)/gu,
    /\brequire(?:\.resolve)?\s*\(\s*['"`]([^'"`]+)['"`]\s*\)/gu,
  ]
  return forms.flatMap((form) => [...code.matchAll(form)].map((match) => match[1] ?? ''))
}

/** Whether the call at this place waits for a number, or for one that the file names once and for all. */
function hasConstantTime(code: string, at: number): boolean {
  const [, time = ''] = argumentsAt(code, code.indexOf('(', at))
  const isNamed = /^\w+$/u.test(time) && new RegExp(`^const ${time} = [\\d_]+$`, 'mu').test(code)
  return isNamed || /^[\d_]+$/u.test(time)
}

/** Where a table of any names (`Record<string, …>`) is indexed by a name that the code does not say. */
function bareLooks(code: string): readonly string[] {
  const tables = code.matchAll(/\b(\w+)\??: (?:Readonly<)?(?:Partial<)?Record<string,/gu)
  return [...new Set([...tables].map(([, name]) => name))].flatMap((name) =>
    [...code.matchAll(new RegExp(`\\b${name}(?:\\?\\.)?\\[(?!')[^\\]\\n]+\\](?! = )`, 'gu'))].map(
      ([look]) => look,
    ),
  )
}

/** Whether code asks the machine for the time of day, or hands on what does. */
function readsTimeOfDay(source: string): boolean {
  const code = source.replace(/\/\*[\s\S]*?\*\//gu, '').replace(/\/\/.*$/gmu, '')
  return /\bDate\.now\b|\bnew Date(?!\w)(?!\((?!\)))|(?<!new )\bDate\(|[=,] *Date(?=[\s,)}]|$)/mu.test(code)
}

function argumentsAt(code: string, at: number): readonly string[] {
  const found = ['']
  let depth = 0
  for (const [part] of code.slice(at).matchAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`|[\s\S]/gu)) {
    if ('([{'.includes(part)) depth += 1
    if (')]}'.includes(part)) depth -= 1
    if (depth === 0) break
    if (part === ',' && depth === 1) found.push('')
    else found.push(`${found.pop()}${part}`)
  }
  return found.map((one) => one.replace(/^\(/u, '').trim())
}

function layerOf(file: string) {
  return layers.find(({ at }) => file.startsWith(at))
}

describe('who imports whom', () => {
  test.each(files)('%s', (file) => {
    const layer = layerOf(file)
    expect(layer, `${file} belongs to no layer`).toBeDefined()
    const strays = importsOf(sourceOf(file)).filter((path) => {
      if (!path.startsWith('.') || path.includes('/node_modules/'))
        return libraries.some(
          ({ name, at }) => name.test(path) && !at.some((place) => file.startsWith(place)),
        )
      const target = normalize(join(dirname(file), path))
      return ![layer?.at ?? '', ...(layer?.may ?? []), ...everywhere].some((place) =>
        target.startsWith(place),
      )
    })
    expect(strays).toEqual([])
  })

  test('the reading of imports sees every form', () => {
    const forms = [
      `import a from './1.ts'`,
      `import {\n  type B,\n  b,\n} from "./2.ts"`,
      `import './3.ts'`,
      `export * from './4.ts'`,
      `export { c } from './5.ts'`,
      `const d = await import('./6.ts')`,
      `const e = require('./7.ts')`,
      `// import './no.ts'`,
    ]
    expect([...importsOf(forms.join('\n'))].sort()).toEqual(
      Array.from({ length: 7 }, (_, at) => `./${at + 1}.ts`),
    )
  })

  /** The texts of programs that run in opencode and in Pi, where nothing of ours is. */
  const foreign = ['src/setup/opencode-plugin.ts', 'src/setup/pi-extension.ts']

  test('only the configuration reads the environment and the current folder', () => {
    const allowed = (file: string) =>
      file === 'src/config.ts' || foreign.includes(file) || file.startsWith('src/dev/')
    const readers = files.filter(
      (file) => !allowed(file) && /\bprocess\.(?:env\b|cwd\()/u.test(sourceOf(file)),
    )
    expect(readers).toEqual([])
  })

  test('a time that is no constant goes through after(), which has no longest time', () => {
    const users = files.filter(
      (file) => file !== 'src/after.ts' && !foreign.includes(file) && !file.startsWith('src/dev/'),
    )
    const bare = users.flatMap((file) =>
      [...sourceOf(file).matchAll(/\bset(?:Timeout|Interval)\(|timers\/promises/gu)]
        .filter(({ index, 0: found }) => !found.endsWith('(') || !hasConstantTime(sourceOf(file), index))
        .map(({ index }) => `${file}: ${sourceOf(file).slice(index, index + 60)}`),
    )
    expect(bare).toEqual([])
  })

  test('whoever waits for a time waits by pause(), and whoever waits for a task at most so long by within()', () => {
    const users = files.filter((file) => file !== 'src/after.ts' && !file.startsWith('src/dev/'))
    const own = users.filter((file) => /new Promise\b[^;]{0,80}setTimeout\(\w+,/u.test(sourceOf(file)))
    expect(own).toEqual([])
  })

  test.each([
    ['setTimeout(run, 200)', true],
    ['const quiet = 1_000\nsetTimeout(() => end(1, [2]), quiet)', true],
    ['const quiet = 1_000\nsetTimeout(run, more ? quiet : busy)', false],
    ['setTimeout(() => {\n  end("a, b")\n}, timeout)', false],
    ['const timeout = given.timeout\nsetTimeout(run, timeout)', false],
    ['setTimeout(lose, 20, ended)', true],
    ['setInterval(look, 200)', true],
    ['setInterval(look, every)', false],
  ])('the reading of times: %j is constant: %s', (code, isConstant) => {
    expect(hasConstantTime(code, code.search(/set(?:Timeout|Interval)/u))).toBe(isConstant)
  })

  test('a table with free names is asked through own(), which finds nothing that every object has', () => {
    const askers = files.filter(
      (file) => !/^(?:src\/dev|store)\//u.test(file) && file !== 'src/domain/own.ts',
    )
    expect(askers.flatMap((file) => bareLooks(sourceOf(file)).map((look) => `${file}: ${look}`))).toEqual([])
  })

  test.each([
    ['const units: Readonly<Record<string, number>> = { d: 1 }\nunits[word] ?? 0', ['units[word]']],
    ['function read(given: Record<string, string>) {\n  return given[word]\n}', ['given[word]']],
    ["const units: Record<string, number> = {}\nunits[word] = 1\nunits['d']", []],
    ['const units: Readonly<Record<Unit, number>> = { d: 1 }\nunits[word]', []],
  ])('the reading of tables: %j has the bare looks %j', (code, looks) => {
    expect(bareLooks(code)).toEqual(looks)
  })

  test('small files are read in one place, which waits for no pipe and follows no stranger', () => {
    const readers = files.filter(
      (file) =>
        !file.startsWith('src/dev/') &&
        !foreign.includes(file) &&
        !(file in otherReaders) &&
        /\b(?:readFile|readFileSync)\b[^;]*from 'node:fs|\breadFileSync\(/u.test(sourceOf(file)),
    )
    expect(readers).toEqual([])
  })

  test('the store says what time it is: nothing that is decided or stored goes by the time of day of this machine', () => {
    const readers = files.filter(
      (file) => !file.startsWith('src/dev/') && !foreign.includes(file) && readsTimeOfDay(sourceOf(file)),
    )
    expect(readers.sort()).toEqual(Object.keys(dayReaders).sort())
  })

  test.each([
    ['const now = Date.now()', true],
    ['const clock = { now: Date.now }', true],
    ['const day = new Date().toISOString()', true],
    ['const day = new Date', true],
    ['const text = Date()', true],
    ['clockOf(environment, Date)', true],
    ['const { now } = Date', true],
    ['const at = new Date(now)', false],
    ['const at = Date.parse(text)', false],
    ['const at = Date.UTC(2027, 0)', false],
    ['const at: Date = dateOf(now)', false],
    ['// by Date.now()', false],
  ])('the reading of clocks: %j reads the time of day: %s', (code, reads) => {
    expect(readsTimeOfDay(code)).toBe(reads)
  })

  test('the domain has no clock, no timer and no input or output', () => {
    const impure = files.filter(
      (file) =>
        file.startsWith('src/domain/') &&
        /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bset(?:Timeout|Interval)\(|after\.ts'|from 'node:/u.test(
          sourceOf(file),
        ),
    )
    expect(impure).toEqual([])
  })
})

test('one file types into panes, and no other can', () => {
  const types =
    /\b(?:send-keys|send-prefix|paste-?b\w*|pipe-?p\w*|respawn-?[pw]\w*|write-chars|TIOCSTI)\b|['"]stuff['"]/u
  const gate = 'src/drivers/type-at-prompt.ts'
  expect(files.filter((file) => types.test(sourceOf(file)))).toEqual([gate])
  const reachTmux = files.filter((file) => /from '[./]*\/tmux\.ts'/u.test(sourceOf(file)))
  expect(reachTmux.sort()).toEqual([
    'src/drivers/pane-look.ts',
    'src/drivers/pane-titles.ts',
    'src/drivers/panes.ts',
    gate,
  ])
})

/** Code without what it loads once it runs. */
const withoutLater = (code: string) => code.replace(/\bimport\s*\([^)]*\)/gu, '')

/** The files of ours that a file names in order to be read: types too. */
function namedBy(file: string): readonly string[] {
  return oursAmong(file, importsOf(withoutLater(sourceOf(file))))
}

/** The files of ours that a file needs to run: its static imports. Types are gone by then. */
function neededBy(file: string): readonly string[] {
  const statics = sourceOf(file).replace(/\b(?:import|export) type\b[^'"]*['"][^'"]+['"]/gu, '')
  return oursAmong(file, importsOf(withoutLater(statics)))
}

function oursAmong(file: string, paths: readonly string[]): readonly string[] {
  return paths.map((path) => normalize(join(dirname(file), path))).filter((path) => files.includes(path))
}

/** What is evaluated as soon as a file is: what it needs, and what that needs. */
function evaluated(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file) || !files.includes(file)) return seen
  seen.add(file)
  for (const needed of neededBy(file)) evaluated(needed, seen)
  return seen
}

/** The first way found from one of these back to itself. */
function circleAmong(
  all: readonly string[],
  neededBy: (one: string) => readonly string[],
): readonly string[] {
  const settled = new Set<string>()
  const circleFrom = (one: string, way: readonly string[]): readonly string[] => {
    if (way.includes(one)) return [...way.slice(way.indexOf(one)), one]
    if (settled.has(one)) return []
    for (const needed of neededBy(one)) {
      const circle = circleFrom(needed, [...way, one])
      if (circle.length > 0) return circle
    }
    settled.add(one)
    return []
  }
  return all.map((one) => circleFrom(one, [])).find(({ length }) => length > 0) ?? []
}

/** What is written in a file, word by word. */
const wordsOf = (file: string) => new Set(sourceOf(file).match(/\w+/gu))

test('what a file exports, another one takes', () => {
  const proofs = filesIn('test')
  /** In how many files each word is; an exported name is in its own one. */
  const users = new Map<string, number>()
  for (const file of [...files, ...proofs])
    for (const word of wordsOf(file)) users.set(word, (users.get(word) ?? 0) + 1)
  const exported = /^export (?:async )?(?:function\*?|const|let|class) (\w+)/gmu
  const untaken = files.flatMap((file) =>
    [...sourceOf(file).matchAll(exported)]
      .map(([, name = '']) => name)
      .filter((name) => (users.get(name) ?? 0) < 2)
      .map((name) => `${file}: ${name}`),
  )
  expect(untaken).toEqual([])
})

test('no file needs the schemas of values to run, except the schemas themselves', () => {
  const schemas = files.filter((file) => importsOf(sourceOf(file)).some((path) => /^zod(?:\/|$)/u.test(path)))
  expect(schemas.filter((file) => !/schema[\w-]*\.ts$/u.test(file))).toEqual([])
  const users = files.filter((file) => neededBy(file).some((needed) => schemas.includes(needed)))
  expect(users.filter((file) => !/schema[\w-]*\.ts$/u.test(file))).toEqual([])
})

test('no file leads back to itself: types and what loads late make no circles either', () => {
  expect(circleAmong(files, (file) => oursAmong(file, importsOf(sourceOf(file))))).toEqual([])
})

describe('rooms of the screen', () => {
  const screen = 'src/faces/tui/'
  /** The folders and the files beside them. Each may use those before it; those of one line know nothing of each other. */
  const floors: readonly (readonly string[])[] = [
    ['keymap.ts', 'lanes.ts', 'reach.ts', 'reuse.ts', 'sentence.ts', 'source.ts', 'stores.ts', 'terminal'],
    ['text'],
    ['model'],
    ['effect.ts', 'state.ts'],
    ['event.ts', 'step.ts'],
    ['panes'],
    ['compose'],
    ['overlays'],
    ['commands'],
    ['status'],
    ['loop'],
    ['views', 'linear'],
  ]
  const most = 25
  const roomOf = (file: string) => file.slice(screen.length).split('/')[0] ?? ''
  const floorOf = (file: string) => floors.findIndex((rooms) => rooms.includes(roomOf(file)))
  const inScreen = files.filter((file) => file.startsWith(screen))

  test('each has its floor, and they are few', () => {
    const rooms = [...new Set(inScreen.map(roomOf))]
    expect(rooms.toSorted()).toEqual(floors.flat().toSorted())
    expect(rooms.length).toBeLessThanOrEqual(most)
  })

  test('they use only what lies below them, types too', () => {
    const strays = inScreen.flatMap((file) =>
      oursAmong(file, importsOf(sourceOf(file)))
        .filter((other) => other.startsWith(screen) && roomOf(other) !== roomOf(file))
        .filter((other) => floorOf(other) >= floorOf(file))
        .map((other) => `${file} → ${other}`),
    )
    expect(strays).toEqual([])
  })
})

describe('slices of the screen', () => {
  const slices = ['session', 'panes', 'overlay', 'outbox', 'clock']
  const sources = files
    .filter((file) => file.startsWith('src/faces/tui/') || file.startsWith('components/'))
    .map((file) => [file, sourceOf(file)] as const)
  /** How types are put together; a step has the state that it gives. */
  const aliases = new Map([
    ...sources.flatMap(([, source]) =>
      [...source.matchAll(/^(?:export )?type (\w+) = (?![^\n]*=>)(.+(?:\n(?: {2}.*|\}))*)/gmu)].map(
        ([, name = '', type = '']) => [name, type] as const,
      ),
    ),
    ['Step', 'State'] as const,
  ])

  /** The slices that a type has: `HasPanes & HasClock` has two, `Pick<State, 'session'>` one. */
  function slicesIn(type: string, within: readonly string[] = []): readonly string[] {
    const picked = /\bPick<State, ([^>]*)>/u.exec(type)?.[1]
    const own = slices.filter((slice) => new RegExp(`readonly ${slice}:|'${slice}'`, 'u').test(type))
    const named = (picked === undefined ? type : '')
      .replace(/\bStep<\w+>/gu, '')
      .match(/\b[A-Z]\w+/gu)
      ?.filter((name) => aliases.has(name) && !within.includes(name))
    return [...own, ...(named ?? []).flatMap((name) => slicesIn(aliases.get(name) ?? '', [...within, name]))]
  }

  /** What functions of a source take, and what their type parameters extend, if that has all slices. */
  function wholeStates(source: string): readonly string[] {
    const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$|'[^'\n]*'(?=[,)\]])/gmu, '')
    const taken = /(?<!\b(?:const|let) )(?:\b\w+|[\]}])\??: ([\w<> &|,']+?)(?: = [^,)]*)?(?=[,)\n;])/gu
    const extended = /\bextends ([\w &]+)(?=[,>])/gu
    return [...code.matchAll(taken), ...code.matchAll(extended)]
      .map(([, type = '']) => type)
      .filter((type) => new Set(slicesIn(type)).size === slices.length)
  }

  test('few functions take the whole state', () => {
    const found = sources.flatMap(([file, source]) => wholeStates(source).map(() => file))
    const most = 120
    expect(
      found.length,
      `${found.length} functions take the whole state, more than ${most}. Take the slice, or a state that has the slices that are needed (HasPanes, Browsing, OnScreen in state.ts). A function that gives the next state takes <S extends Browsing>(state: S) and gives Step<S>`,
    ).toBeLessThanOrEqual(most)
  })

  test.each([
    ['function one(state: State, at: number): Step {', 1],
    ['function one({ panes }: State): Step {', 1],
    ['readonly hint?: string | ((state: State) => Hint | undefined)', 1],
    ['function one(before: State | null, after: State): void {', 2],
    ['function one([state, ...effects]: Step): Step {', 1],
    ['function one(step: Step<S>): Step<S> {', 0],
    ['function one<S extends OnScreen & HasOutbox & HasClock>(state: S): S {', 1],
    ['function one<S extends OnScreen & HasClock>(state: S): Step<S> {', 0],
    ['function one(state: Dialog & HasPanes & HasClock & HasOutbox): void {', 1],
    ['function one(state: Browsing): State {', 0],
    ['const next: State = { ...state, overlay }', 0],
  ])('the reading of slices: %j takes %d whole', (source, amount) => {
    expect(wholeStates(source)).toHaveLength(amount)
  })
})

test('the rules of the store know no engine', () => {
  const engines = ['store/sqlite/', 'store/postgres/', 'store/door/']
  const strays = files
    .filter((file) => file.startsWith('store/sql/'))
    .flatMap(namedBy)
    .filter((other) => engines.some((engine) => other.startsWith(engine)))
  expect(strays).toEqual([])
})

test('no folder of the store needs itself: the deeper ones stand alone', () => {
  const inStore = files.filter((file) => file.startsWith('store/'))
  const foldersNeededBy = (folder: string) =>
    inStore
      .filter((file) => dirname(file) === folder)
      .flatMap(neededBy)
      .map((file) => dirname(file))
      .filter((needed) => needed !== folder && needed.startsWith('store/'))
  expect(circleAmong([...new Set(inStore.map((file) => dirname(file)))], foldersNeededBy)).toEqual([])
})

/** The parts of the store, as `store.NAME` reaches them. */
const storeParts = [...sourceOf('store/mail-store.ts').matchAll(/^ {2}readonly (\w+): \w+Store$/gmu)].map(
  ([, name]) => name,
)

test.each(files.filter((file) => file.startsWith('src/faces/')))(
  '%s calls no method of the store',
  (file) => {
    const calls = new RegExp(`\\bcontext\\.store\\b|\\bstore\\??\\.(?:${storeParts.join('|')})\\b`, 'gu')
    expect(storeParts).toContain('roster')
    expect(sourceOf(file).match(calls) ?? []).toEqual([])
  },
)

/** A face that is handed the store, or the context that has it, could pass its operations by. */
test.each(
  files.filter((file) => ['http', ...overHttp].some((face) => file.startsWith(`src/faces/${face}/`))),
)('%s reaches the store through operations', (file) => {
  const code = sourceOf(file)
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gmu, '')
    .replace(/'[^'\n]*'/gu, "''")
  expect(code.match(/\b(?:store|MailStore|Context)\b/gu) ?? []).toEqual([])
})

describe('operations', () => {
  const defined = files.filter(
    (file) =>
      file.startsWith('src/operations/') &&
      /= (?:operation|offering|relaying|streaming)\(\{/u.test(sourceOf(file)),
  )

  test('each that is defined is in the catalogue', () => {
    const listed = importsOf(sourceOf('src/operations/catalogue.ts'))
      .filter((path) => !path.startsWith('./operation'))
      .map((path) => normalize(join('src/operations', path)))
    expect([...defined].sort()).toEqual([...new Set([...listed, ...followers])].sort())
  })

  /** What an operation becomes with a flag has no name of its own. */
  const followers = defined.flatMap((file) => {
    const [, name] = /^ {2}followed: (\w+)/mu.exec(sourceOf(file)) ?? []
    const [, path] = new RegExp(`import \\{ ${name} \\} from '(\\.[^']+)'`, 'u').exec(sourceOf(file)) ?? []
    return path === undefined ? [] : [normalize(join(dirname(file), path))]
  })

  test('each internal one is in the internal catalogue, under a name that no other has', () => {
    const internal = files.filter((file) =>
      /^export const \w+ = internal(?:Stream)?\(\{/mu.test(sourceOf(file)),
    )
    const listed = importsOf(sourceOf('src/operations/internal-catalogue.ts')).map((path) =>
      normalize(join('src/operations', path)),
    )
    expect([...internal].sort()).toEqual([...listed].sort())
    expect(Object.keys(internalCatalogue).filter((name) => name in catalogue)).toEqual([])
  })

  test.each(operationNames)('%s has a command of its own', (name) => {
    const commands = operationNames.map((other) => catalogue[other].command)
    expect(commands.filter((command) => command === catalogue[name].command)).toHaveLength(1)
  })

  test.each([
    ['src/main.ts', 0],
    ['src/operations/mail/inbox.ts', 1],
    ['src/operations/mail/send.ts', 1],
    ['src/operations/mail/reply.ts', 1],
    ['src/operations/mail/count.ts', 1],
    ['src/operations/mail/read.ts', 1],
  ])('starting %s evaluates %d of them', (file, amount) => {
    const reached = evaluated(file)
    expect(defined.filter((operation) => reached.has(operation))).toHaveLength(amount)
    expect([...reached].filter((path) => /cli\/cold|print|screen|schemas/u.test(path))).toEqual([])
  })

  test.each(['cli', 'tui', 'mcp', 'hook'])('the face %s settles the offers that it takes', (face) => {
    const sources = files
      .filter((file) => file.startsWith(`src/faces/${face}/`))
      .map(sourceOf)
      .join('\n')
    const takes = /\bOffer\b|\bperform\(|\.(?:read|next)\(\{/u.test(sources)
    if (takes) expect(sources).toMatch(/\.settle\(\)/u)
    if (takes) expect(sources).toMatch(/\.release\(\)/u)
  })
})

test('referees import nothing of the program', () => {
  const folder = join(root, 'test/referees')
  const texts = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)
  expect(texts.length).toBeGreaterThan(3)
  const found = texts.filter(([, text]) => /from '[./]*\/(?:src|store|components)\//u.test(text))
  expect(found.map(([name]) => name)).toEqual([])
})
