import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { programFile, quietEnvironment } from '../support/batch.ts'
import { type Answer, type Desk, openDesk } from '../support/cli.ts'

const standIn = fileURLToPath(new URL('../support/stand-ins/pi.mjs', import.meta.url))

let desk: Desk
let programs: string
const opened: ChildProcess[] = []

beforeEach(() => {
  desk = openDesk(['architect', 'critic'])
  expect(desk.run(['setup', 'pi', '--as', 'critic', '--yes'])).toMatchObject({ code: 0 })
  programs = join(desk.folder, 'programs')
  mkdirSync(programs)
  const script = `#!/bin/sh\nexec '${process.execPath}' '${programFile}' "$@"\n`
  writeFileSync(join(programs, 'watchpost'), script, { mode: 0o755 })
})
afterEach(() => {
  for (const child of opened.splice(0)) child.kill()
  desk.close()
})

/** Pi with our extension: what its handler of an event answers. */
function open(): (name: string, event?: object) => Promise<Answer> {
  const child = spawn(
    process.execPath,
    [standIn, join(desk.folder, '.pi/extensions/watchpost.js'), desk.folder],
    {
      cwd: desk.folder,
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        ...quietEnvironment(),
        HOME: desk.folder,
        PATH: `${programs}:/usr/bin:/bin`,
        PI_CODING_AGENT: 'true',
      },
    },
  )
  opened.push(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return async (name, event = {}) => {
    child.stdin.write(`${JSON.stringify({ name, event })}\n`)
    const { value } = await lines.next()
    return JSON.parse(value)
  }
}

const send = (subject: string): string =>
  desk.batch([{ command: 'send', input: { to: ['critic'], subject, body: 'Words' }, as: 'architect' }])[0].id
const isRead = (id: string) => desk.json('receipts', id).receipts[0].shown !== null
const bash = { toolName: 'bash', toolCallId: 'c1', input: { command: 'ls' } }
const result = { ...bash, content: [{ type: 'text', text: 'done' }] }

describe('the extension of Pi', () => {
  it('hands mail over at the start, beside the result of a tool, and where the run would end', async () => {
    const first = send('Plan first')
    const pi = open()
    await pi('session_start', { reason: 'startup' })
    const started = await pi('before_agent_start', {
      prompt: 'Go on.',
      systemPromptOptions: { sections: {} },
    })
    expect(started.answer.message).toMatchObject({ customType: 'watchpost', display: true })
    expect(started.answer.message.content).toContain('Plan first')
    expect(started.event.systemPromptOptions.sections.watchpost).toContain('three points')
    expect(isRead(first)).toBe(true)
    expect((await pi('tool_call', bash)).answer).toBeNull()
    expect((await pi('tool_result', result)).answer).toBeNull()
    send('Meanwhile')
    const { content } = (await pi('tool_result', result)).answer
    expect(content[0]).toEqual({ type: 'text', text: 'done' })
    expect(content[1].text).toContain('Meanwhile')
    send('At last')
    const entries = [{ type: 'custom_message', customType: 'theirs' }]
    const { answer } = await pi('agent_before_settle', { entries })
    expect(answer).toMatchObject({ continue: true, entries: [...entries, { customType: 'watchpost' }] })
    expect(answer.entries[1].content).toContain('At last')
    const late = send('Too late')
    expect((await pi('agent_before_settle', { entries })).answer).toBeNull()
    expect(isRead(late)).toBe(false)
    expect((await pi('before_agent_start', { prompt: 'More.' })).answer.message.content).toContain('Too late')
    await pi('session_shutdown')
    expect(desk.json('agents', 'show', 'critic').state).toBe('frozen')
  })

  it('blocks a write into what another agent reserved, where the settings say so', async () => {
    mkdirSync(join(desk.folder, '.config/watchpost'), { recursive: true })
    writeFileSync(join(desk.folder, '.config/watchpost/config.yaml'), 'reservations: refuse\n')
    desk.run(['reserve', 'a.ts', '--as', 'architect'])
    const pi = open()
    const write = { toolName: 'write', toolCallId: 'c2', input: { path: join(desk.folder, 'a.ts') } }
    expect((await pi('tool_call', write)).answer).toEqual({
      block: true,
      reason: expect.stringContaining('is reserved by architect'),
    })
  })

  it.each([
    ['there is no program', () => rmSync(join(programs, 'watchpost'))],
    ['the store is gone', () => rmSync(desk.store, { recursive: true })],
    ['the guard and the name are gone', () => rmSync(join(desk.folder, '.config'), { recursive: true })],
  ])('lets Pi go on where %s', async (_, spoil) => {
    send('Plan first')
    spoil()
    const pi = open()
    expect((await pi('before_agent_start', { prompt: 'Go on.' })).answer).toBeNull()
    expect((await pi('tool_call', bash)).answer).toBeNull()
    expect((await pi('tool_result', result)).answer).toBeNull()
    expect((await pi('agent_before_settle')).answer).toBeNull()
  })
})
