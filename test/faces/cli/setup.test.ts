import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permitting } from '../../../src/domain/setup-permissions.ts'
import { codingAgents } from '../../../src/domain/setup-tools.ts'
import { findCommand } from '../../../src/operations/catalogue.ts'
import { claudeRules } from '../../../src/setup/permissions.ts'
import { programFile } from '../../support/batch.ts'
import { type Desk, openDesk, type Ran } from '../../support/cli.ts'

let desk: Desk
beforeAll(() => {
  desk = openDesk(['critic', 'architect', 'rig/nux'])
})
afterAll(() => desk.close())

const setup = (...words: readonly string[]): Ran => desk.run(['setup', ...words])
const path = (name: string) => join(desk.folder, name)
const ours = (event: string): string => {
  const { hooks } = JSON.parse(readFileSync(path('.claude/settings.json'), 'utf8'))
  return hooks[event][0].hooks[0].command
}

describe('setup', () => {
  it('shows the change, and writes nothing unless it may', () => {
    const { code, out, err } = setup('claude', '--as', 'critic')
    expect(code).toBe(2)
    expect(out.split('\n').slice(0, 2)).toEqual([
      `creates  ${path('.claude/settings.json')}: 14 hooks`,
      `creates  ${path('.claude/settings.local.json')}: agent critic, MCP server enabled`,
    ])
    expect(out).not.toContain('+++')
    const whole = setup('claude', '--as', 'critic', '--diff').out
    expect(whole.startsWith(out)).toBe(true)
    expect(whole).toMatch(/\+\+\+[\s\S]*SessionStart/u)
    expect(err).toContain('Nothing was written')
    for (const name of ['.claude', '.mcp.json', 'CLAUDE.md']) expect(existsSync(path(name))).toBe(false)
  })

  it('tells as JSON what would be written, and whether it was', () => {
    const shown = setup('tmux', '--json')
    expect(shown.code).toBe(2)
    expect(JSON.parse(shown.out)).toMatchObject({
      tool: 'tmux',
      written: false,
      files: [{ path: path('.tmux.conf'), does: 'creates', holds: 'status line, key W' }],
    })
    expect(JSON.parse(setup('tmux', '--json', '--yes').out)).toMatchObject({ written: true })
    const again = setup('tmux')
    expect([again.code, again.out]).toEqual([0, ''])
    expect(again.err).toContain('Nothing to change')
  })
})

describe('setup of a coding agent', () => {
  it.each(codingAgents)('needs the agent: %s', (tool) => {
    const { code, out, err } = setup(tool, '--yes')
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(`watchpost setup ${tool} --as critic`)
    expect(setup(tool, '--remove', '--yes').code).toBe(0)
  })

  it('says that the program is not on the PATH', () => {
    expect(setup('claude', '--as', 'critic', '--yes').err).toContain('npm install -g watchpost')
    setup('claude', '--remove', '--yes')
  })
})

it('registers its agent, who is then written to', () => {
  const first = setup('claude', '--as', 'pilot', '--json', '--yes')
  expect(JSON.parse(first.out)).toMatchObject({ registers: 'pilot', written: true })
  expect(desk.json('agents', 'show', 'pilot')).toMatchObject({ address: 'pilot', state: 'alive' })
  expect(desk.run(['send', 'pilot', '-s', 'Plan first', '-b', 'x']).code).toBe(0)
  expect(JSON.parse(setup('claude', '--as', 'pilot', '--json').out)).toMatchObject({
    files: [],
    registers: null,
  })
  setup('claude', '--remove', '--yes')
})

describe('permissions of Claude Code', () => {
  const allowed = (): readonly string[] =>
    JSON.parse(readFileSync(path('.claude/settings.local.json'), 'utf8')).permissions?.allow ?? []
  const own = '{ "permissions": { "allow": ["Bash(npm test)"] } }\n'

  it('are one rule for each safe command, beside those that are there, and go with the setup', () => {
    mkdirSync(path('.claude'), { recursive: true })
    writeFileSync(path('.claude/settings.local.json'), own)
    expect(setup('claude', '--as', 'critic', '--permissions', '--yes').code).toBe(0)
    expect(allowed()).toEqual(
      expect.arrayContaining([
        'Bash(npm test)',
        'mcp__watchpost',
        'Bash(watchpost send *)',
        'Bash(watchpost inbox)',
      ]),
    )
    // Global flags may stand first: a rule for the program would allow everything.
    for (const rule of allowed().slice(2))
      expect(rule).toMatch(/^Bash\(watchpost [a-z]+(?: [a-z]+)?(?: \*)?\)$/u)
    expect(JSON.parse(setup('claude', '--as', 'critic', '--json').out).files).toEqual([])
    setup('claude', '--remove', '--yes')
    expect(readFileSync(path('.claude/settings.local.json'), 'utf8')).toBe(own)
    rmSync(path('.claude'), { recursive: true })
  })

  it('name commands that there are', () => {
    for (const rule of claudeRules.slice(1)) {
      const words = /^Bash\(watchpost (.+?)(?: \*)?\)$/u.exec(rule)?.[1]?.split(' ') ?? []
      expect(findCommand(words)?.used, rule).toBe(words.length)
    }
  })

  it('are not given unasked, and only where there are such rules', () => {
    const { err } = setup('claude', '--as', 'critic', '--yes')
    expect(err).toContain('add --permissions')
    expect(allowed()).toEqual([])
    expect(setup('kimi', '--as', 'critic', '--permissions', '--yes').code).toBe(2)
    setup('claude', '--remove', '--yes')
  })
})

it('permissions stay as they are in a later setup of each coding agent, and go with it', () => {
  const read = (name: string) => readFileSync(path(name), 'utf8')
  mkdirSync(path('.codex'), { recursive: true })
  writeFileSync(path('.codex/config.toml'), 'model = "x"\n')
  for (const tool of permitting) {
    setup(tool, '--as', 'critic', '--permissions', '--yes')
    expect(JSON.parse(setup(tool, '--as', 'critic', '--json').out).files, tool).toEqual([])
  }
  expect(JSON.parse(read('.qwen/settings.json')).permissions.allow).toEqual(claudeRules)
  expect(JSON.parse(read('.config/opencode/opencode.json')).permission).toMatchObject({
    'watchpost_*': 'allow',
    bash: { 'watchpost send': 'allow', 'watchpost send *': 'allow' },
  })
  const { tools, mcpServers } = JSON.parse(read('.gemini/settings.json'))
  expect(tools.allowed).toContain('run_shell_command(watchpost send)')
  for (const rule of tools.allowed)
    expect(rule).toMatch(/^run_shell_command\(watchpost [a-z]+(?: [a-z]+)?\)$/u)
  expect(mcpServers.watchpost).toMatchObject({ command: expect.any(String), trust: true })
  expect(read('.codex/config.toml')).toContain('default_tools_approval_mode = "approve"')
  for (const tool of permitting) setup(tool, '--remove', '--yes')
  for (const name of ['.gemini/settings.json', '.qwen/settings.json', '.config/opencode/opencode.json'])
    expect(existsSync(path(name)), name).toBe(false)
  expect(read('.codex/config.toml')).toBe('model = "x"\n')
})

it('registers nobody where the changes are not written', () => {
  expect(setup('claude', '--as', 'ranger').code).toBe(2)
  expect(desk.run(['agents', 'show', 'ranger']).code).toBe(3)
})

it('is removed without a store, and without trust in one', () => {
  const whole = () =>
    ['.mcp.json', '.claude/settings.json', 'CLAUDE.md'].filter((name) => existsSync(path(name)))
  setup('claude', '--as', 'critic', '--yes')
  expect(whole()).toHaveLength(3)
  const stranger = { env: { XDG_STATE_HOME: path('nowhere') } }
  expect(desk.run(['inbox'], stranger).code).toBe(7)
  expect(desk.run(['setup', 'claude', '--remove', '--yes'], stranger)).toMatchObject({ code: 0 })
  expect(whole()).toEqual([])
  setup('claude', '--as', 'critic', '--yes')
  renameSync(desk.store, path('away'))
  expect(setup('claude', '--remove', '--yes')).toMatchObject({ code: 0 })
  expect(whole()).toEqual([])
  renameSync(path('away'), desk.store)
})

it('Claude Code reads the files of a project there, wherever its own configuration is', () => {
  const elsewhere = { CLAUDE_CONFIG_DIR: path('elsewhere') }
  const shown = desk.run(['setup', 'claude', '--as', 'critic', '--json'], { env: elsewhere })
  const files: readonly string[] = JSON.parse(shown.out).files.map((file: { path: string }) => file.path)
  const names = ['.claude/settings.json', '.claude/settings.local.json', '.mcp.json', 'CLAUDE.md'].concat(
    '.config/watchpost/hook.sh',
  )
  expect(files).toEqual(names.map(path))
})

it('git ignores the personal file, and team files are plain', () => {
  const git = (...words: readonly string[]) =>
    spawnSync('git', words, { cwd: desk.folder, encoding: 'utf8' }).stdout
  git('init', '-q')
  const before = readFileSync(path('.git/info/exclude'), 'utf8')
  setup('claude', '--as', 'critic', '--yes')
  expect(git('status', '--porcelain', '-uall')).toContain('.claude/settings.json')
  expect(git('status', '--porcelain', '-uall')).not.toContain('settings.local.json')
  expect(setup('claude', '--as', 'critic').err).toContain('Nothing to change')
  setup('claude', '--remove', '--yes')
  expect(readFileSync(path('.git/info/exclude'), 'utf8')).toBe(before)
  rmSync(path('.git'), { recursive: true })
})

/** The shells that a coding agent may run a hook with, as far as they are here. */
const shells = ['sh', 'bash', 'dash', 'zsh', 'fish'].filter(
  (shell) => spawnSync(shell, ['-c', ':'], { stdio: 'ignore' }).status === 0,
)

describe('what was set up works', () => {
  const event = (name: string, id = 's1') =>
    JSON.stringify({ session_id: id, hook_event_name: name, prompt: 'x', source: 'startup' })
  type Where = {
    readonly shell?: string
    readonly cwd?: string
    readonly program?: string
    readonly id?: string
  }
  let programs: string
  beforeAll(() => {
    programs = join(desk.folder, 'programs')
    mkdirSync(programs)
    symlinkSync(programFile, join(programs, 'watchpost'))
  })
  /** As the coding agent runs it, with the variables of its personal settings. */
  const asHook = (name: string, env: NodeJS.ProcessEnv = {}, where: Where = {}) => {
    const { shell = 'sh', cwd = desk.folder, program = programs, id } = where
    const local = JSON.parse(readFileSync(path('.claude/settings.local.json'), 'utf8'))
    const { stdout, stderr } = spawnSync(shell, ['-c', ours(name)], {
      cwd,
      env: {
        PATH: `${program}:${process.env['PATH']}`,
        HOME: desk.folder,
        CLAUDE_PROJECT_DIR: cwd,
        ...env,
        ...local.env,
      },
      input: event(name, id),
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    return stdout
  }
  const send = (to: string) =>
    desk.batch([{ command: 'send', input: { to: [to], subject: 'For you', again: true }, as: 'architect' }])
  const recorder = (said: string): string => {
    const folder = mkdtempSync(join(desk.folder, 'recorder-'))
    writeFileSync(join(folder, 'watchpost'), `#!/bin/sh\necho ${said}\n`, { mode: 0o755 })
    return folder
  }

  it.each(shells)('in every shell: %s', (shell) => {
    setup('claude', '--as', 'critic', '--yes')
    asHook('UserPromptSubmit', {}, { shell })
    send('critic')
    expect(asHook('UserPromptSubmit', {}, { shell })).toContain('For you')
    expect(asHook('UserPromptSubmit', {}, { shell })).toBe('')
    const program = recorder('started')
    expect(asHook('Stop', {}, { shell, program })).toBe('')
    send('critic')
    expect(asHook('Stop', {}, { shell, program })).toBe('started\n')
    expect(asHook('SessionStart', {}, { shell, program })).toBe('started\n')
    asHook('UserPromptSubmit', {}, { shell })
  })

  it.each(shells)('a lost program is told at the start of a session alone: %s', (shell) => {
    setup('claude', '--as', 'critic', '--yes')
    send('critic')
    const bare = mkdtempSync(join(desk.folder, 'bare-'))
    symlinkSync('/bin/sh', join(bare, 'sh'))
    const [told, silent] = ['SessionStart', 'UserPromptSubmit'].map((name) => {
      const { stdout, status } = spawnSync(shell, ['-c', ours(name)], {
        cwd: desk.folder,
        env: { PATH: bare, HOME: desk.folder },
        input: event(name),
        encoding: 'utf8',
      })
      return { stdout, status }
    })
    // A shell that is found by its path needs nothing else.
    if (told?.status === null) return
    expect(JSON.parse(told?.stdout ?? '').systemMessage).toContain('npm install -g watchpost')
    expect(silent).toEqual({ stdout: '', status: 0 })
  })

  it.each(['critic', 'rig/nux'])('as a hook of its default agent: %s', (agent) => {
    setup('claude', '--as', agent, '--yes')
    asHook('UserPromptSubmit', {}, { id: agent })
    send(agent)
    expect(asHook('UserPromptSubmit', {}, { id: agent })).toContain('For you')
    expect(desk.json('agents', 'show', agent).session).toBe(agent)
    expect(asHook('Stop', {}, { id: agent, program: recorder('started') })).toBe('')
  })

  it.each(['architect', 'rig/nux'])('as a hook of the agent that the environment names: %s', (agent) => {
    setup('claude', '--as', 'critic', '--yes')
    const env = { WATCHPOST_AGENT: agent }
    asHook('UserPromptSubmit', env, { id: `${agent}2` })
    send(agent)
    expect(asHook('UserPromptSubmit', env, { id: `${agent}2` })).toContain('For you')
    expect(asHook('UserPromptSubmit', env, { id: `${agent}2` })).toBe('')
  })

  it('as a hook of the agent that is registered for the session', () => {
    setup('claude', '--as', 'critic', '--yes')
    desk.json('agents', 'register', 'scout', '--session', 'scouts')
    expect(asHook('SessionStart', {}, { id: 'scouts' })).toBe('')
    send('scout')
    expect(asHook('UserPromptSubmit', {}, { id: 'scouts' })).toContain('For you')
    expect(desk.json('agents', 'show', 'critic').session).not.toBe('scouts')
  })

  it('fails open without the guard, for a store without mail of its agent, and where settings alone are', () => {
    setup('claude', '--as', 'critic', '--yes')
    const program = recorder('started')
    const below = join(desk.folder, 'below')
    mkdirSync(join(below, 'deep'), { recursive: true })
    const stop = (env: NodeJS.ProcessEnv, cwd = desk.folder) =>
      asHook('Stop', { WATCHPOST_AGENT: 'critic', ...env }, { program, cwd })
    asHook('UserPromptSubmit', { WATCHPOST_AGENT: 'critic' })
    expect(stop({}, join(below, 'deep'))).toBe('')
    expect(stop({ WATCHPOST_STORE: desk.store })).toBe('')
    expect(stop({ WATCHPOST_STORE: below })).toBe('started\n')
    mkdirSync(join(below, '.watchpost'))
    expect(stop({}, join(below, 'deep'))).toBe('started\n')
    renameSync(path('.config/watchpost/hook.sh'), path('aside'))
    expect(stop({})).toBe('started\n')
    renameSync(path('aside'), path('.config/watchpost/hook.sh'))
  })

  it('in a store that is named', () => {
    const store = join(desk.folder, 'apart')
    desk.run(['init', '--store', store])
    const named = ['--store', store]
    desk.run(['agents', 'register', 'critic', ...named])
    setup('claude', '--as', 'critic', '--yes', ...named)
    expect(readFileSync(path('.claude/settings.json'), 'utf8')).not.toContain(store)
    asHook('UserPromptSubmit', {}, { id: 'apart' })
    expect(asHook('Stop', {}, { id: 'apart', program: recorder('started') })).toBe('')
    desk.run(['send', 'critic', '-s', 'For you', '-b', 'x', '--as', 'critic', ...named])
    desk.run(['send', 'critic', '-s', 'Apart', '-b', 'x', ...named])
    expect(asHook('UserPromptSubmit', {}, { id: 'apart' })).toContain('Apart')
    expect(asHook('Stop', {}, { id: 'apart', program: recorder('started') })).toBe('')
    setup('claude', '--remove', '--yes', ...named)
    expect(existsSync(path('.claude/settings.local.json'))).toBe(false)
  })
})
