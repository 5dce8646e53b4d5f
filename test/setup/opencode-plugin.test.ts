import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { programFile, quietEnvironment } from '../support/batch.ts'
import { type Answer, type Desk, openDesk } from '../support/cli.ts'
import { soon } from '../support/soon.ts'

const standIn = fileURLToPath(new URL('../support/stand-ins/opencode.mjs', import.meta.url))

/** opencode itself, as far as a plugin sees it: a process that calls the hooks of the file. */
type Opencode = {
  call(hook: string, input: object, output?: object): Promise<Answer>
}

let desk: Desk
let programs: string
const opened: ChildProcess[] = []
const path = (name: string) => join(desk.folder, name)
const plugin = () => path('.opencode/plugin/watchpost.js')
/** What `watchpost` was started with, one line each. */
const started = () => readFileSync(path('started'), 'utf8').split('\n').slice(0, -1)

beforeEach(() => {
  desk = openDesk(['critic'])
  expect(desk.run(['setup', 'opencode', '--as', 'critic', '--yes'])).toMatchObject({ code: 0 })
  programs = path('programs')
  mkdirSync(programs)
  const script = `#!/bin/sh\necho "$*" >>'${path('started')}'\nexec '${process.execPath}' '${programFile}' "$@"\n`
  writeFileSync(join(programs, 'watchpost'), script, { mode: 0o755 })
  writeFileSync(path('started'), '')
})
afterEach(() => {
  for (const child of opened.splice(0)) child.kill()
  desk.close()
})

function open(env: NodeJS.ProcessEnv = {}): Opencode {
  const sessions = { s1: { time: { created: Date.now() + 1_000 } }, helper: { parentID: 's1' } }
  const child = spawn(process.execPath, [standIn, plugin(), desk.folder], {
    cwd: desk.folder,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...quietEnvironment(),
      HOME: desk.folder,
      PATH: `${programs}:/usr/bin:/bin`,
      OPENCODE: '1',
      SESSIONS: JSON.stringify(sessions),
      ...env,
    },
  })
  opened.push(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async call(hook, input, output = {}) {
      child.stdin.write(`${JSON.stringify({ hook, input, output })}\n`)
      const { value } = await lines.next()
      return JSON.parse(value)
    },
  }
}

const send = (word: string): string =>
  desk.json('send', 'critic', '-s', `About ${word}`, '-b', `The word is ${word}.`).id
const isRead = (id: string) => desk.json('receipts', id).receipts[0].shown !== null

/** A prompt of the person; answers the parts that were put beside it. */
async function prompt(opencode: Opencode, sessionID = 's1') {
  const message = { id: 'msg_1', agent: 'plan', model: { providerID: 'p', modelID: 'm' } }
  const parts = [{ id: 'prt_1', type: 'text', text: 'Go on.' }]
  const { output } = await opencode.call('chat.message', { sessionID }, { message, parts })
  expect(output.parts[0]).toEqual(parts[0])
  return output.parts.slice(1)
}

describe('the plugin of opencode', () => {
  it('puts waiting mail beside the first prompt, and starts no program at the next one without mail', async () => {
    const id = send('marigold')
    const opencode = open()
    const [part, ...more] = await prompt(opencode)
    expect(more).toEqual([])
    expect(part).toMatchObject({ sessionID: 's1', messageID: 'msg_1', type: 'text', synthetic: true })
    expect(part.text).toContain('The word is marigold.')
    expect(part.id > 'prt_1' && part.id.startsWith('prt_')).toBe(true)
    expect(isRead(id)).toBe(true)
    expect(started()).toEqual(['hook'])
    expect(await prompt(opencode)).toEqual([])
    const tool = { tool: 'bash', sessionID: 's1', callID: 'c1' }
    await opencode.call('tool.execute.before', tool, { args: { command: 'touch x' } })
    await opencode.call('tool.execute.after', { ...tool, args: {} }, { output: 'x' })
    await opencode.call('experimental.text.complete', { sessionID: 's1' }, { text: 'Done.' })
    expect(started()).toEqual(['hook'])
    send('nasturtium')
    expect((await prompt(opencode))[0].text).toContain('The word is nasturtium.')
  })

  it('puts mail that arrives beside the result of a tool, and of a tool of another server', async () => {
    const opencode = open()
    await prompt(opencode)
    const behind = (output: object, tool = 'bash') =>
      opencode.call('tool.execute.after', { tool, sessionID: 's1', callID: 'c1', args: {} }, output)
    const id = send('larkspur')
    const { output } = await behind({ title: '', output: 'done', metadata: {} })
    expect(output.output).toMatch(/^done\n\n[\s\S]*The word is larkspur\./u)
    expect(isRead(id)).toBe(true)
    send('foxglove')
    const { content } = (await behind({ content: [{ type: 'text', text: 'x' }] }, 'docs_find')).output
    expect(content).toHaveLength(2)
    expect(content[1].text).toContain('The word is foxglove.')
  })

  it('makes a turn go on once, as the agent and with the model of its prompt', async () => {
    const opencode = open()
    await prompt(opencode)
    const stop = async () =>
      (await opencode.call('experimental.text.complete', { sessionID: 's1' }, { text: 'Done.' })).prompts
    const id = send('clover')
    const [{ path: where, body }] = await stop()
    expect(where).toEqual({ id: 's1' })
    expect(body).toMatchObject({ noReply: true, agent: 'plan', model: { providerID: 'p', modelID: 'm' } })
    expect(body.parts[0].text).toContain('The word is clover.')
    expect(isRead(id)).toBe(true)
    send('thistle')
    expect(await stop()).toEqual([])
    expect((await prompt(opencode))[0].text).toContain('The word is thistle.')
    send('aster')
    expect(await stop()).toHaveLength(1)
  })

  it('gives a helper no mail, and refuses it what takes mail', async () => {
    const opencode = open()
    await prompt(opencode)
    const id = send('hyacinth')
    expect(await prompt(opencode, 'helper')).toEqual([])
    const ahead = (tool: string, args: object) =>
      opencode.call('tool.execute.before', { tool, sessionID: 'helper', callID: 'c2' }, { args })
    for (const [tool, args] of [
      ['bash', { command: 'watchpost next' }],
      ['watchpost_next', {}],
    ] as const)
      expect((await ahead(tool, args)).refused).toContain('your parent gets the mail')
    expect(await ahead('bash', { command: 'ls' })).not.toHaveProperty('refused')
    const tool = { tool: 'bash', sessionID: 'helper', callID: 'c2', args: {} }
    expect((await opencode.call('tool.execute.after', tool, { output: 'x' })).output.output).toBe('x')
    expect(isRead(id)).toBe(false)
    const env = (await opencode.call('shell.env', { sessionID: 'helper' }, { env: {} })).output.env
    expect(env).toEqual({ OPENCODE_SESSION_ID: 's1' })
  })

  it('refuses a helper to wait for mail before there is any, and starts nothing before its other commands', async () => {
    const opencode = open()
    await prompt(opencode)
    const ahead = (command: string) =>
      opencode.call(
        'tool.execute.before',
        { tool: 'bash', sessionID: 'helper', callID: 'c2' },
        { args: { command } },
      )
    const before = started()
    expect(await ahead('ls')).not.toHaveProperty('refused')
    expect(started()).toEqual(before)
    expect((await ahead('watchpost wait --take')).refused).toContain('your parent gets the mail')
  })

  it('holds a helper back once while its parent was not shown its mail', async () => {
    const opencode = open()
    await prompt(opencode)
    send('ginger')
    const start = () =>
      opencode.call('tool.execute.before', { tool: 'task', sessionID: 's1', callID: 'c3' }, { args: {} })
    expect((await start()).refused).toContain('The word is ginger.')
    expect(await start()).not.toHaveProperty('refused')
  })

  it('shows that the agent asks for a permission until it is answered', async () => {
    const opencode = open()
    await prompt(opencode)
    const happens = (type: string, properties: object) =>
      opencode.call('event', { event: { type, properties: { sessionID: 's1', ...properties } } })
    const tool = { tool: 'bash', sessionID: 's1', callID: 'c1' }
    await opencode.call('tool.execute.before', tool, { args: { command: 'cd x && rm -rf build' } })
    await happens('permission.asked', { id: 'r1', permission: 'bash', tool: { callID: 'c1' } })
    await soon(() => expect(desk.run(['attention']).out).toContain('bash cd x && rm -rf build'))
    await happens('permission.replied', { requestID: 'r1', reply: 'reject' })
    await soon(() => expect(desk.json('attention').total).toBe(0))
  })

  it('ends the wait for a decision in the inbox where opencode’s own prompt is answered', async () => {
    mkdirSync(path('.config/watchpost'), { recursive: true })
    writeFileSync(path('.config/watchpost/config.yaml'), 'approvals: on\napprovals_wait: 1h\n')
    const opencode = open()
    await prompt(opencode)
    const properties = { id: 'r1', sessionID: 's1', permission: 'edit', patterns: ['src/a.ts'] }
    await opencode.call('event', { event: { type: 'permission.asked', properties } })
    await soon(() => expect(desk.run(['attention']).out).toContain('edit src/a.ts'))
    const replied = { requestID: 'r1', sessionID: 's1', reply: 'once' }
    await opencode.call('event', { event: { type: 'permission.replied', properties: replied } })
    await soon(() => expect(desk.json('attention').total).toBe(0))
  })

  it('ends the session when opencode ends', async () => {
    const opencode = open()
    await prompt(opencode)
    expect(desk.json('agents', 'show', 'critic').state).toBe('alive')
    await opencode.call('dispose', {})
    expect(desk.json('agents', 'show', 'critic').state).toBe('frozen')
  })

  it.each([
    ['there is no program', () => rmSync(join(programs, 'watchpost'))],
    [
      'the program fails',
      () => writeFileSync(join(programs, 'watchpost'), '#!/bin/sh\necho oops\nexit 70\n', { mode: 0o755 }),
    ],
    ['the store is gone', () => rmSync(desk.store, { recursive: true })],
    ['the guard and the name are gone', () => rmSync(path('.config'), { recursive: true })],
  ])('lets opencode go on where %s', async (_, spoil) => {
    send('iris')
    spoil()
    const opencode = open()
    expect(await prompt(opencode)).toEqual([])
    const tool = { tool: 'edit', sessionID: 's1', callID: 'c1' }
    const args = { args: { filePath: 'x' } }
    expect(await opencode.call('tool.execute.before', tool, args)).not.toHaveProperty('refused')
    expect((await opencode.call('tool.execute.after', tool, { output: 'x' })).output.output).toBe('x')
    expect(
      (await opencode.call('experimental.text.complete', { sessionID: 's1' }, { text: 'y' })).prompts,
    ).toEqual([])
  })
})
