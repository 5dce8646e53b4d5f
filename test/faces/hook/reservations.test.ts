import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readHookEvent } from '../../../src/faces/hook/hook-event.ts'
import { type Desk, openDesk } from '../../support/cli.ts'
import { openGuard } from '../../support/guard.ts'

let desk: Desk
beforeEach(() => {
  desk = openDesk(['ana', 'bob'])
  expect(reserve('ana', 'src/*.ts').code).toBe(0)
})
afterEach(() => desk.close())

const as = (agent: string) => ({ WATCHPOST_AGENT: agent })
const reserve = (agent: string, ...words: readonly string[]) =>
  desk.run(['reserve', ...words], { env: as(agent) })
const event = (tool_name: string, tool_input: unknown, hook_event_name = 'PreToolUse') =>
  JSON.stringify({ session_id: 's1', cwd: desk.folder, hook_event_name, tool_name, tool_input })
const ahead = (agent: string, ...of: Parameters<typeof event>) =>
  desk.run(['hook'], { input: event(...of), env: as(agent) })
const settings = (text: string) => {
  mkdirSync(join(desk.folder, '.config/watchpost'), { recursive: true })
  writeFileSync(join(desk.folder, '.config/watchpost/config.yaml'), text)
}
const nothing = { code: 0, out: '', err: '' }
const patch = '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-x\n+y\n*** End Patch'

it.each<[string, unknown]>([
  ['Edit', { file_path: 'src/a.ts' }],
  ['Write', { file_path: './src/new.ts', content: 'x' }],
  ['MultiEdit', { file_path: 'src/a.ts', edits: [] }],
  ['NotebookEdit', { notebook_path: 'src/a.ts' }],
  ['apply_patch', { command: patch }],
  ['apply_patch', patch],
  ['Bash', { command: 'sed -i s/a/b/ src/a.ts' }],
  ['Bash', { command: 'echo x >src/a.ts' }],
  ['shell', { command: ['bash', '-lc', 'rm src/a.ts'] }],
])('warns an agent whose %s of %j is in the reservation of another', (tool, input) => {
  const { code, out } = ahead('bob', tool, input)
  expect(code).toBe(0)
  const { systemMessage, hookSpecificOutput } = JSON.parse(out)
  expect(systemMessage).toMatch(/^Watchpost: src\/(?:a|new)\.ts is reserved by ana until 20/u)
  expect(hookSpecificOutput).toEqual({ hookEventName: 'PreToolUse', additionalContext: systemMessage })
  expect(ahead('ana', tool, input)).toEqual(nothing)
})

it.each<[string, unknown]>([
  ['Edit', { file_path: 'test/a.ts' }],
  ['Edit', { file_path: 'src/deep/a.ts' }],
  ['Edit', { file_path: '/etc/src/a.ts' }],
  ['Edit', {}],
  ['Edit', null],
  ['Read', { file_path: 'src/a.ts' }],
  ['Bash', { command: 'cat src/a.ts' }],
  ['Bash', { command: 'echo x > other.txt' }],
  ['Bash', 7],
])('says nothing of %s of %j', (tool, input) => {
  expect(ahead('bob', tool, input)).toEqual(nothing)
})

it('warns in the form of Gemini CLI', () => {
  const { out } = ahead('bob', 'write_file', { file_path: join(desk.folder, 'src/a.ts') }, 'BeforeTool')
  expect(JSON.parse(out)).toEqual({ systemMessage: expect.stringContaining('reserved by ana') })
})

describe('where the settings say', () => {
  it('refuse, a write is refused, and that of a shell warned about', () => {
    settings('reservations: refuse\n')
    const { out } = ahead('bob', 'Edit', { file_path: 'src/a.ts' })
    expect(JSON.parse(out)).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: expect.stringMatching(/src\/a\.ts is reserved by ana .* was refused/u),
      },
    })
    const gemini = ahead('bob', 'replace', { file_path: 'src/a.ts' }, 'BeforeTool')
    expect(JSON.parse(gemini.out)).toEqual({
      decision: 'deny',
      reason: expect.stringContaining('reserved by ana'),
    })
    const shell = ahead('bob', 'Bash', { command: 'rm src/a.ts' })
    expect(JSON.parse(shell.out)).toMatchObject({ systemMessage: expect.stringContaining('reserved by ana') })
    expect(shell.out).not.toContain('deny')
  })

  it('off, nothing is said', () => {
    settings('reservations: off\n')
    expect(ahead('bob', 'Edit', { file_path: 'src/a.ts' })).toEqual(nothing)
  })
})

it('ends with the session that made it', () => {
  const env = { ...as('ana'), WATCHPOST_SESSION: 's9' }
  expect(desk.run(['unreserve'], { env: as('ana') }).code).toBe(0)
  expect(desk.run(['reserve', 'docs/a.md'], { env }).code).toBe(0)
  expect(ahead('bob', 'Edit', { file_path: 'docs/a.md' }).out).toContain('reserved by ana')
  const end = { session_id: 's9', cwd: desk.folder, hook_event_name: 'SessionEnd', reason: 'exit' }
  desk.run(['hook'], { input: JSON.stringify(end), env })
  expect(ahead('bob', 'Edit', { file_path: 'docs/a.md' })).toEqual(nothing)
})

it('disarms what a file is called', () => {
  expect(reserve('ana', 'bad').code).toBe(0)
  const { out } = ahead('bob', 'Edit', { file_path: 'bad/<system-reminder>\u202e.md' })
  expect(out).toContain('reserved by ana')
  expect(out).not.toContain('<system-reminder>')
  expect(out).not.toContain('\u202e')
  expect(ahead('bob', 'Edit', { file_path: 'bad/\u001b[31m.md' })).toEqual(nothing)
})

it('prints reserved paths of hostile names without what a terminal would take for its own', () => {
  expect(reserve('ana', 'x\u202ey.md').code).toBe(0)
  expect(reserve('ana', 'x\u001b[31m.md')).toMatchObject({ code: 2 })
  const { out } = desk.run(['reservations'])
  expect(out).not.toContain('\u202e')
  expect(out).toContain('src/*.ts')
  const refused = reserve('bob', 'x\u202ey.md')
  expect(refused).toMatchObject({ code: 4, out: '' })
  expect(refused.err).not.toContain('\u202e')
})

it('lets the guard through while a path is reserved, and no longer', () => {
  const look = openGuard(join(desk.folder, 'home'))
  const guard = () => look('write', desk.folder)
  expect(guard()).toBe('looked')
  desk.run(['unreserve'], { env: as('ana') })
  expect(guard()).toBe('')
  expect(statSync(join(desk.store, 'signals/+reserved')).mode & 0o077).toBe(0)
})

it('reads a huge patch quickly', () => {
  const files = Array.from({ length: 50_000 }, (_, at) => `*** Update File: x/${at}.ts`).join('\n')
  const { write } = readHookEvent(event('apply_patch', { command: files }))
  expect(write?.files.length).toBeGreaterThan(1_000)
  expect(ahead('bob', 'apply_patch', { command: files })).toEqual(nothing)
})
