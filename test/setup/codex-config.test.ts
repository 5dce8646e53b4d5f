import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { getStaticTOMLValue, parseTOML } from 'toml-eslint-parser'
import { describe, expect, it } from 'vitest'
import { codexConfig } from '../../src/setup/codex-config.ts'
import { changed } from '../../src/setup/set-up.ts'
import { randomToml } from './random-toml.ts'

const around = {
  program: 'watchpost',
  store: null,
  agent: 'critic',
  signals: '',
  signal: null,
  folder: '/project',
  home: '/home',
  codexFolder: '/home/.codex',
  tmuxFile: '',
  location: '/project/.watchpost',
  gitHooks: null,
  gitExclude: null,
  isPersonalIgnored: false,
  link: null,
  permissions: null,
  approvalsWait: 30_000,
}
const setUp = (text: string) => changed(text, codexConfig(around, false).change)
const remove = (text: string) => changed(text, codexConfig(around, true).change)
const read = (text: string) =>
  getStaticTOMLValue(parseTOML(text.replace('\uFEFF', ''), { tomlVersion: '1.1' })) as {
    [key: string]: { watchpost?: object } | undefined
  }

describe('any configuration of Codex', () => {
  it('keeps every byte that is not ours, by setup, by setup again and by removal', () => {
    fc.assert(
      fc.property(randomToml, ({ text, foreign }) => {
        const once = setUp(text)
        const { watchpost, ...others } = read(once)['mcp_servers'] ?? {}
        expect(watchpost).toMatchObject({
          command: 'watchpost',
          args: ['mcp'],
          env_vars: expect.arrayContaining(['WATCHPOST_AGENT', 'WATCHPOST_DEFAULT_AGENT', 'WATCHPOST_STORE']),
          env: { WATCHPOST_DEFAULT_AGENT: 'critic' },
        })
        expect({ ...read(once), mcp_servers: others }).toEqual({
          ...read(foreign),
          mcp_servers: read(foreign)['mcp_servers'] ?? {},
        })
        expect(setUp(once)).toBe(once)
        expect(remove(once)).toBe(foreign)
        expect(remove(text)).toBe(foreign)
        expect(remove(foreign)).toBe(foreign)
      }),
      { numRuns: 1000 },
    )
  })
})

const table = `[mcp_servers.watchpost]
command = "watchpost"
args = ["mcp"]
env_vars = ["WATCHPOST_AGENT", "WATCHPOST_DEFAULT_AGENT", "WATCHPOST_STORE"]
env = { WATCHPOST_DEFAULT_AGENT = "critic" }
`
const [open, close] = ['# >>> watchpost >>>\n', '# <<< watchpost <<<\n']
const earlier =
  '[mcp_servers.watchpost]\ncommand = "watchpost"\nargs = ["mcp"]\nenv = { WATCHPOST_DEFAULT_AGENT = "critic" }\n'
const oneLine = /^[^\n]+$/u

describe('what earlier releases wrote', () => {
  it.each(['codex-after-trust', 'codex-after-mcp-add'])('%s: loses our own lines alone', (name) => {
    const text = readFileSync(new URL(`fixtures/${name}.toml`, import.meta.url), 'utf8')
    const once = setUp(text)
    expect(once).not.toMatch(/[<>]{3} watchpost/u)
    expect(setUp(once)).toBe(once)
    const { watchpost, ...others } = read(text)['mcp_servers'] ?? {}
    expect(watchpost).toBeDefined()
    for (const left of [remove(once), remove(text)]) {
      expect({ mcp_servers: {}, ...read(left) }).toEqual({ ...read(text), mcp_servers: others })
      const lost = text.split('\n').filter((line) => !left.split('\n').includes(line))
      expect(
        lost.every((line) => /watchpost|^args = \["mcp"\]$/iu.test(line)),
        lost.join('\n'),
      ).toBe(true)
    }
  })

  const before = 'model = "x"\n\n[tui]\nk = 1\n'
  it.each([
    ['both marks', `${before}${open}${earlier}${close}`, before],
    ['an opening mark alone', `${before}${open}${earlier}`, before],
    ['a closing mark alone', `${before}${earlier}${close}`, before],
    ['doubled marks', `${before}${open}${open}${earlier}${close}${close}`, before],
    ['swapped marks', `${before}${close}${earlier}${open}`, before],
    ['foreign tables within', `${open}${earlier}\n[tui]\nk = 1\n${close}[a]\n`, '\n[tui]\nk = 1\n[a]\n'],
    ['marks without a table', `${before}${open}${close}`, before],
    ['no final newline', `${before}${open}${earlier}${close}`.trimEnd(), before.trimEnd()],
  ])('%s: is brought up to date, and goes without a trace', (_, text, left) => {
    const once = setUp(text)
    expect(once).toContain('env_vars')
    expect(once).not.toMatch(/[<>]{3} watchpost/u)
    expect(setUp(once)).toBe(once)
    expect(remove(once)).toBe(left)
    expect(remove(text)).toBe(left)
  })

  it('a name that is fixed in the table goes, because it would win over the one of the session', () => {
    const once = setUp(earlier.replace('WATCHPOST_DEFAULT_AGENT', 'WATCHPOST_AGENT'))
    expect(read(once)['mcp_servers']?.watchpost).toMatchObject({ env: { WATCHPOST_DEFAULT_AGENT: 'critic' } })
    expect(once).not.toContain('WATCHPOST_AGENT =')
  })
})

describe('our table', () => {
  it.each([
    ['in an empty file', '', table],
    ['after other text', 'a = 1\n', `a = 1\n${table}`],
    ['without a final newline where there was none', 'a = 1', `a = 1\n${table.trimEnd()}`],
    ['with the line breaks of the file', 'a = 1\r\n', `a = 1\r\n${table.replaceAll('\n', '\r\n')}`],
    ['after a byte order mark', '\uFEFF', `\uFEFF${table}`],
  ])('is written %s', (_, text, written) => {
    expect(setUp(text)).toBe(written)
    expect(remove(written)).toBe(text)
  })

  it('of a person is brought up to date: other fields, values and comments stay', () => {
    const mine = `# before
[mcp_servers.watchpost] # mine
# how to start it
command = "/old/watchpost" # as it was
enabled = true
env_vars = [
  "HOME", # theirs
]
startup_timeout_sec = 20

[mcp_servers.watchpost.env]
LANG = "C"
# after
`
    expect(setUp(mine)).toBe(`# before
[mcp_servers.watchpost] # mine
# how to start it
command = "watchpost" # as it was
enabled = true
env_vars = [
  "HOME", "WATCHPOST_AGENT", "WATCHPOST_DEFAULT_AGENT", "WATCHPOST_STORE", # theirs
]
startup_timeout_sec = 20
args = ["mcp"]

[mcp_servers.watchpost.env]
LANG = "C"
WATCHPOST_DEFAULT_AGENT = "critic"
# after
`)
    expect(remove(setUp(mine))).toBe('# before\n# after\n')
  })

  it('names a program and a store that a shell would need quotes for', () => {
    const odd = { ...around, program: `'/a b/w"p'`, store: 'C:\\x\u007F' }
    const written = codexConfig(odd, false).change('')
    expect(read(written)['mcp_servers']?.watchpost).toMatchObject({
      command: '/a b/w"p',
      args: ['--store', 'C:\\x\u007F', 'mcp'],
    })
  })
})

describe('a file that cannot be edited', () => {
  it.each([
    ['a = ', /not valid TOML \(line 1: /u],
    ['[a]\nx = 1\n[a]\n', /not valid TOML \(line 3: /u],
    [`${table}${table}`, /not valid TOML/u],
    ['mcp_servers = 1\n', /`mcp_servers` that is not a table/u],
    ['[[mcp_servers]]\nx = 1\n', /`mcp_servers` that is not a table/u],
    ['[mcp_servers]\nwatchpost = "x"\n', /`mcp_servers\.watchpost` that is not a table/u],
    ['[[mcp_servers.watchpost]]\n', /`mcp_servers\.watchpost` that is not a table/u],
    ['mcp_servers.watchpost.env = 1979-05-27\n', /`mcp_servers\.watchpost\.env` that is not a table/u],
  ])('is refused in one sentence: %j', (text, sentence) => {
    for (const change of [setUp, remove])
      expect(() => change(text)).toThrow(
        expect.objectContaining({ code: 'conflict', message: expect.stringMatching(sentence) }),
      )
    expect(() => setUp(text)).toThrow(oneLine)
  })
})
