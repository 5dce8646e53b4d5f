import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { root } from '../../../src/dev/digest.mjs'
import { programFile } from '../../support/batch.ts'
import { type Desk, openDesk } from '../../support/cli.ts'

const desk: Desk = openDesk(['a', 'b'])
desk.json('agents', 'register', 'lea', '--kind', 'user')
afterAll(() => desk.close())

const textsOf = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path))
    .map((path) => readFileSync(join(folder, path), 'utf8'))

/** Runs of characters beyond ASCII that stand in code, as opposed to comments. */
function beyondAscii(source: string): readonly string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gmu, '')
  return code.match(/[^\0-\x7f]+/gu) ?? []
}

/** Bundles are ASCII: what else a text contains is escaped. */
function unescaped(code: string): string {
  return code.replace(/\\u(?:\{([\da-f]+)\}|([\da-f]{4}))/giu, (_, long: string | undefined, short: string) =>
    String.fromCodePoint(Number.parseInt(long ?? short, 16)),
  )
}

test('the program holds every character of its sources as it is written there', () => {
  const sources = ['src/domain', 'src/operations', 'src/formats', 'src/faces', 'store', 'components']
  const written = new Set(
    sources.flatMap((folder) => textsOf(join(root, folder), /\.tsx?$/u)).flatMap(beyondAscii),
  )
  expect([...written]).toEqual(expect.arrayContaining(['🤝', '▸']))
  const shipped = unescaped(textsOf(dirname(programFile), /\.m?js$/u).join('\n'))
  expect([...written].filter((run) => !shipped.includes(run))).toEqual([])
})

test('the program reads a handoff of Gas Town into its fields', () => {
  desk.json('send', 'b', '-s', '🤝 HANDOFF: auth', '-b', 'attached_molecule: gt-1', '--as', 'a')
  expect(desk.json('next', '--as', 'b').message.fields).toEqual({ attached_molecule: 'gt-1' })
})

test('the tools for agents bring no validator of forms, which they never ask for', () => {
  const [mcp = ''] = textsOf(dirname(programFile), /^mcp-.*\.js$/u)
  expect(mcp).toContain('tools/list')
  // A sentence of Ajv.
  expect(mcp).not.toContain('strict mode: ')
})

test('the screen is one file, which no command needs', () => {
  expect(textsOf(dirname(programFile), /^screen-.*\.js$/u)).toHaveLength(1)
  expect(textsOf(dirname(programFile), /\.mjs$/u)).toEqual([])
})

test("no chunk but the screen's own keys brings the screen with it: its mailbox's thread starts beside it", () => {
  const folder = dirname(programFile)
  const chunks = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const bring = chunks.filter((name) =>
    /[=,]require\("\.\/screen-/u.test(readFileSync(join(folder, name), 'utf8')),
  )
  expect(chunks).toContain('mailbox-worker.js')
  expect(bring.map((name) => name.replace(/-.{8}\.js$/u, ''))).toEqual(['key-settings'])
})

/** In KB. What grows beyond this takes the place of something, or loads late. */
const largest = { program: 283, sending: 53, agents: 117, text: 65, search: 27, shared: 76, help: 20 }

test.each(Object.entries(largest))(
  'the chunk %s has at most %i KB: every start reads all of it',
  (name, most) => {
    const [file = ''] = textsOf(dirname(programFile), new RegExp(`^${name}(?:-.{8})?\\.js$`, 'u'))
    expect(file.length).toBeGreaterThan(0)
    expect(file.length / 1_000).toBeLessThanOrEqual(most)
  },
)

describe('a chunk is read and compiled whole, so what is run daily loads few', () => {
  const recorder = fileURLToPath(new URL('../../support/loaded-files.cjs', import.meta.url))
  /** The chunks that a command loads, by the names that the build gives them. */
  function loadedBy(args: readonly string[], input: string, session: NodeJS.ProcessEnv): readonly string[] {
    const list = join(desk.folder, 'loaded.json')
    const env = { ...session, NODE_OPTIONS: `--require ${recorder}`, LOADED_FILES: list }
    // The first run keeps V8's code.
    desk.run(args, { env, input })
    const { code, err } = desk.run(args, { env, input })
    expect([code, err]).toEqual([0, expect.not.stringContaining('rror')])
    const files = JSON.parse(readFileSync(list, 'utf8')) as readonly string[]
    // It brings the streams with it, and takes as long as a sixth of Node's own start.
    if (!writes(args)) expect(files).not.toContain('NativeModule crypto')
    expect(files).not.toContain('NativeModule net')
    return files
      .filter((file) => dirname(file) === dirname(programFile) && file.endsWith('.js'))
      .map((file) => basename(file).replace(/(?:-.{8})?\.js$/u, ''))
      .filter((name) => !always.includes(name))
      .sort()
  }

  const writes = ([command]: readonly string[]) => command === 'send' || command === 'hook'
  const always = ['program', 'rolldown-runtime', 'watchpost']
  const event = (name: string) => `{"hook_event_name":"${name}","session_id":"s","prompt":"go"}`
  const commands: readonly [args: readonly string[], more: readonly string[], input: string][] = [
    [['send', 'b', '-s', 'S', '-b', 'B', '--as', 'b'], ['place', 'sending', 'text'], ''],
    [['send', 'b', '-s', 'S', '-b', 'B', '--as', 'b', '--json'], ['place', 'sending'], ''],
    [['inbox', '--as', 'b'], ['string-width', 'text'], ''],
    [['inbox', '--as', 'b', '--json'], [], ''],
    [['search', 'S', '--as', 'b', '--json'], ['search'], ''],
    [['--help'], ['help'], ''],
    [['status-line', '--as', 'b'], [], ''],
    [['status-line', '--as', 'lea'], ['agents', 'attention', 'sending'], ''],
    [['hook', '--as', 'b'], ['agents', 'place'], event('UserPromptSubmit')],
    [['hook', '--as', 'b'], ['agents', 'place'], event('PostToolUse')],
  ]
  test.each(commands)('%j loads the program and %j', (args, more, input) => {
    expect(loadedBy(args, input, {})).toEqual(more)
  })
  test.each(commands)('in a session of a coding agent, too: %j', (args, more, input) => {
    const session = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's' }
    expect(loadedBy(args, input, session).filter((name) => !more.includes(name))).toEqual([])
  })
})
