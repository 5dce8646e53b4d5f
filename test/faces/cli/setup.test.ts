import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
    expect(out).toContain('+++')
    expect(out).toContain('SessionStart')
    expect(err).toContain('Nothing was written')
    for (const name of ['.claude', '.mcp.json', 'CLAUDE.md']) expect(existsSync(path(name))).toBe(false)
  })

  it('tells as JSON what would be written, and whether it was', () => {
    const shown = setup('tmux', '--json')
    expect(shown.code).toBe(2)
    expect(JSON.parse(shown.out)).toMatchObject({
      tool: 'tmux',
      written: false,
      files: [{ path: path('.tmux.conf') }],
    })
    expect(JSON.parse(setup('tmux', '--json', '--yes').out)).toMatchObject({ written: true })
    const again = setup('tmux')
    expect([again.code, again.out]).toEqual([0, ''])
    expect(again.err).toContain('Nothing to change')
  })
})

describe('what was set up works', () => {
  const asHook = (command: string, env: NodeJS.ProcessEnv = {}) => {
    const { stdout, stderr } = spawnSync('sh', ['-c', command], {
      cwd: desk.folder,
      env: { PATH: process.env['PATH'], HOME: desk.folder, ...env },
      input: '{"session_id":"s1","hook_event_name":"UserPromptSubmit","prompt":"x"}',
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    return stdout
  }
  const send = (to: string) =>
    desk.batch([{ command: 'send', input: { to: [to], subject: 'For you' }, as: 'architect' }])

  it.each(['critic', 'rig/nux'])('as a hook of one agent: %s', (agent) => {
    setup('claude', '--as', agent, '--yes')
    const command = ours('UserPromptSubmit')
    expect(asHook(command)).toBe('')
    send(agent)
    expect(asHook(command)).toContain('For you')
    expect(asHook(command)).toBe('')
    expect(desk.json('agents', 'show', agent).session).toBe('s1')
  })

  it.each(['critic', 'rig/nux'])('as a hook of whom the environment names: %s', (agent) => {
    setup('claude', '--yes')
    const command = ours('UserPromptSubmit')
    expect(command).not.toContain('WATCHPOST_AGENT=')
    send(agent)
    expect(asHook(command, { WATCHPOST_AGENT: agent })).toContain('For you')
    expect(asHook(command, { WATCHPOST_AGENT: agent })).toBe('')
  })

  it('starts no program while nothing waits', () => {
    setup('claude', '--as', 'critic', '--yes')
    const command = ours('Stop').replace(/exec .*$/u, 'echo started')
    expect(asHook(command)).toBe('')
    send('critic')
    expect(asHook(command)).toBe('started\n')
  })
})
