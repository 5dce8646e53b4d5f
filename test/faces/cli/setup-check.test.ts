import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SetUpCheck } from '../../../src/faces/cli/host.ts'
import { programFile } from '../../support/batch.ts'
import { type Desk, openDesk } from '../../support/cli.ts'

let desk: Desk
beforeEach(() => {
  desk = openDesk(['critic'])
  mkdirSync(join(desk.folder, 'programs'))
  symlinkSync(programFile, join(desk.folder, 'programs/watchpost'))
  // Codex runs hooks in a login shell, whose files set the PATH anew.
  writeFileSync(join(desk.folder, '.profile'), `PATH="${join(desk.folder, 'programs')}:$PATH"\n`)
})
afterEach(() => desk.close())

const path = (name: string) => join(desk.folder, name)
const withProgram = () => ({ PATH: `${path('programs')}:${process.env['PATH']}`, SHELL: 'sh' })
const check = (words: readonly string[] = [], env: NodeJS.ProcessEnv = withProgram()) => {
  const { code, out } = desk.run(['setup', '--check', ...words, '--json'], { env })
  const { checks, well } = JSON.parse(out) as {
    readonly checks: readonly SetUpCheck[]
    readonly well: boolean
  }
  const of = (state: string) => checks.filter((one) => one.state === state).map(({ what }) => what)
  return { code, well, checks, wrong: of('wrong'), ok: of('ok') }
}
const setup = (tool: string) => expect(desk.run(['setup', tool, '--as', 'critic', '--yes']).code).toBe(0)
const hook = (session_id: string) =>
  desk.run(['hook'], {
    env: { WATCHPOST_AGENT: 'critic' },
    input: JSON.stringify({ session_id, hook_event_name: 'SessionStart', source: 'startup' }),
  })

it('says what is missing until mail works in Claude Code', () => {
  expect(check()).toMatchObject({ code: 0, checks: [] })
  setup('claude')
  expect(check([], { PATH: '/usr/bin:/bin', SHELL: 'sh' }).wrong).toEqual(['program', 'last run'])
  desk.run(['whoami'], { env: { WATCHPOST_AGENT: 'critic', CLAUDECODE: '1', CLAUDE_SESSION_ID: 's0' } })
  expect(desk.json('agents', 'show', 'critic').sessions).toMatchObject([{ session: 's0' }])
  const before = check(['claude'])
  expect(before).toMatchObject({ code: 8, well: false, wrong: ['last run'] })
  expect(before.ok).toEqual(['name', 'program', 'hooks', 'tools'])
  hook('s1')
  expect(check()).toMatchObject({ code: 0, well: true, wrong: [] })
  const { out } = desk.run(['setup', '--check'], { env: withProgram() })
  expect(out).toContain(`ok     claude  name         critic, by ${path('.claude/settings.local.json')}`)
  expect(out).toMatch(
    /^note {3}claude {2}permissions .* → watchpost setup claude --as critic --permissions$/mu,
  )
})

it('finds hooks and a script that are not as setup writes them, an unknown agent and a lost store', () => {
  setup('claude')
  const file = path('.claude/settings.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('hook.sh mail', 'hook.sh old'))
  expect(check().wrong).toContain('hooks')
  setup('claude')
  rmSync(path('.config/watchpost/hook.sh'))
  expect(check().wrong).toContain('hooks')
  setup('claude')
  expect(check(['--as', 'stranger']).wrong).toContain('name')
  rmSync(join(desk.store, 'trust'))
  rmSync(path('.local'), { recursive: true, force: true })
  expect(check([], { ...withProgram(), XDG_STATE_HOME: path('nowhere') }).wrong).toContain('store')
})

it('reads in the files of Codex whether it runs the hooks, and what its sandbox keeps out', () => {
  setup('codex')
  const trust = () => check(['codex']).checks.find(({ what }) => what === 'trust')
  expect(trust()).toMatchObject({ state: 'wrong', cure: expect.stringContaining('/hooks') })
  // As Codex 0.171.0 left them after its person trusted all hooks at its prompt.
  const recorded = (name: string) =>
    readFileSync(join(import.meta.dirname, '../../setup/fixtures/codex-0.171.0', name), 'utf8')
  const [config, hooks] = [path('.codex/config.toml'), path('.codex/hooks.json')]
  const trusted = recorded('config.toml').replaceAll('/project/', `${desk.folder}/`)
  writeFileSync(config, trusted)
  writeFileSync(hooks, recorded('hooks.json'))
  expect(trust()).toMatchObject({ state: 'ok', says: expect.stringContaining('as it is now') })
  const says = (text: string) => ({ state: 'wrong', says: `Codex does not run ${text}` })
  writeFileSync(hooks, recorded('hooks.json').replace('hook.sh start', 'hook.sh  start'))
  expect(trust()).toMatchObject(says('1 of 10 hooks: 1 changed since trusted'))
  writeFileSync(hooks, recorded('hooks.json').replaceAll('hook.sh ', 'hook.sh  '))
  expect(trust()?.says).toContain('10 of 10 hooks: 10 changed since trusted, or this Codex marks')
  writeFileSync(hooks, recorded('hooks.json'))
  const state = (event: string) => `[hooks.state."${hooks}:${event}:0:0"]\n`
  writeFileSync(config, trusted.replace(state('stop'), '[other]\n'))
  expect(trust()).toMatchObject(says('1 of 10 hooks: 1 never trusted'))
  writeFileSync(config, trusted.replace(state('stop'), `${state('stop')}enabled = false\n`))
  expect(trust()).toMatchObject(says('1 of 10 hooks: 1 switched off'))
  writeFileSync(config, trusted)
  expect(check(['codex']).ok).toEqual(expect.arrayContaining(['program', 'store']))
  rmSync(path('.profile'))
  expect(check(['codex']).wrong).toContain('program')
})

it('is the end of what doctor prints: one line for each coding agent with a problem', () => {
  setup('claude')
  setup('codex')
  const { code, err } = desk.run(['doctor'], { env: withProgram() })
  expect(code).toBe(0)
  expect(err.match(/^wrong .*$/gmu)).toEqual([
    expect.stringContaining('claude  last run'),
    expect.stringContaining('codex   trust'),
  ])
})

it.each([
  ['claude', 'at its next hook event'],
  ['kimi', 'when it looks'],
])('says how %s learns of mail where nothing can wake it', (tool, when) => {
  setup(tool)
  const bell = check([tool]).checks.find(({ what }) => what === 'bell')
  expect(bell?.says).toBe(`nothing can wake it now: it learns of mail ${when}`)
})

it.each([[['--check', '--yes']], [['tmux', '--check']], [[]]])('refuses %j', (words) => {
  expect(desk.run(['setup', ...words]).code).toBe(2)
})
