import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { copyOf, type Desk, openDesk, personAt } from '../../support/cli.ts'
import { openGuard } from '../../support/guard.ts'
import { inProcess } from '../../support/in-process.ts'
import { recorded } from '../../support/recorded.ts'
import { until } from '../../support/soon.ts'

const fixture = (name: string) =>
  readFileSync(fileURLToPath(new URL(`./fixtures/${name}.json`, import.meta.url)), 'utf8')

let desk: Desk
let begun: Desk
let person: string
beforeAll(() => {
  desk = openDesk()
  hook('session-start-startup')
  person = personAt(desk)
  begun = desk
})
beforeEach(() => {
  desk = copyOf(begun)
})
afterEach(() => desk.close())

const hook = (name: string) =>
  desk.run(['hook'], { input: fixture(name), env: { WATCHPOST_AGENT: 'critic' } })
const critic = () => desk.json('agents', 'show', 'critic')
/** What the store says waits for the person. Only the program itself also looks whether those who ask are alive. */
const waiting = (): Promise<readonly string[]> =>
  inProcess(desk.store, async (as) => {
    const { attention } = await (await as(person)).attention({})
    return attention.map(({ reason }) => reason)
  })
const askingFile = () => join(desk.store, 'signals', 'critic+asks')

it('shows a permission prompt until the session goes on, and answers nothing itself', async () => {
  expect(hook('permission-request')).toEqual({ code: 0, out: '', err: '' })
  expect(hook('notification-permission')).toEqual({ code: 0, out: '', err: '' })
  expect(await waiting()).toEqual(['waits for you: Bash rm -rf build'])
  expect(desk.run(['attention']).out).toMatch(
    /^1 agent waits for you\n +waits for you: Bash rm -rf build +critic/u,
  )
  // A helper that works on beside it answers nobody.
  hook('post-tool-use-subagent')
  expect(await waiting()).toHaveLength(1)
  hook('post-tool-use')
  expect(await waiting()).toEqual([])
})

it.each([
  ['notification-idle', 'user-prompt-submit'],
  ['stop-failure', 'user-prompt-submit'],
  ['notification-elicitation', 'post-tool-use'],
  ['permission-request', 'post-tool-use-failure'],
  ['permission-request', 'session-end'],
  ['permission-request', 'session-start-resume'],
  ['permission-request-subagent', 'stop'],
  ['codex-permission-request', 'codex-stop'],
  ['gemini-notification', 'gemini-after-tool'],
])('%s is over with %s', async (asks, goesOn) => {
  hook(asks)
  expect(await waiting()).toHaveLength(1)
  hook(goesOn)
  expect(await waiting()).toEqual([])
  expect(desk.run(['attention']).out).toBe('')
})

it('keeps nothing of a notification that asks nobody', async () => {
  hook('qwen-notification-auth')
  expect(await waiting()).toEqual([])
})

it('lets the guard of the next hook through while a session waits, and no longer', () => {
  const look = openGuard(join(desk.folder, 'home'))
  const guard = () => look('mail', desk.folder, { WATCHPOST_AGENT: 'critic' })
  // The first look makes the agent's signal file.
  hook('user-prompt-submit')
  desk.run(['send', 'critic', '-s', 'x', '-b', 'x'])
  hook('user-prompt-submit')
  expect(guard()).toBe('')
  hook('permission-request')
  expect(guard()).toBe('looked')
  hook('post-tool-use')
  expect(guard()).toBe('')
  expect(existsSync(askingFile()) && statSync(askingFile()).size).toBe(0)
  expect(statSync(askingFile()).mode & 0o077).toBe(0)
})

it('is not disturbed by a hook that is killed at any moment', async () => {
  for (const milliseconds of [5, 30, 60, 90, 120, 200]) {
    const child = desk.start(['hook'], { WATCHPOST_AGENT: 'critic' })
    // A quick hook ends before it is killed.
    const closed = new Promise((next) => child.once('close', next))
    child.stdin?.end(fixture('permission-request'))
    await new Promise((next) => setTimeout(next, milliseconds))
    child.kill('SIGKILL')
    await closed
    expect((await waiting()).length).toBeLessThanOrEqual(1)
  }
  hook('permission-request')
  expect(await waiting()).toHaveLength(1)
  hook('stop')
  expect(await waiting()).toEqual([])
  expect(statSync(askingFile()).size).toBe(0)
})

describe('where decisions from the inbox are on', () => {
  /** A coding agent as its vendor describes it: it waits for its hook, and ends it when that takes too long. */
  async function agentAsks(
    patience: number,
  ): Promise<{ readonly out: string; readonly asksItself: boolean }> {
    const child = desk.start(['hook'], { WATCHPOST_AGENT: 'critic' })
    let out = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text))
    child.stdin?.end(fixture('permission-request'))
    const timer = setTimeout(() => child.kill('SIGKILL'), patience)
    await new Promise((next) => child.once('close', next))
    clearTimeout(timer)
    return { out, asksItself: !out.includes('behavior') }
  }
  const allow = (text: string) => {
    mkdirSync(join(desk.folder, '.config/watchpost'), { recursive: true })
    writeFileSync(join(desk.folder, '.config/watchpost/config.yaml'), text)
  }
  const request = () => desk.json('attention').attention[0].request

  it('a hook that nobody answers says nothing, and the agent asks by itself', async () => {
    allow('approvals: on\napprovals_wait: 1s\n')
    expect(await agentAsks(30_000)).toEqual({ out: '', asksItself: true })
    expect(await waiting()).toEqual(['waits for you: Bash rm -rf build'])
    const shown = desk.json('request', 'show', request())
    expect(shown).toMatchObject({ agent: 'critic', isOpen: false, asked: { tool: 'Bash' } })
    expect(desk.run(['request', 'show', request()]).out).toContain('"command": "rm -rf build"')
  })

  it('a hook that is ended at any step leaves the agent its own prompt, and a request that nobody can answer', async () => {
    allow('approvals: on\napprovals_wait: 20s\n')
    for (const patience of [20, 80, 150, 400, 1_500]) {
      expect(await agentAsks(patience)).toEqual({ out: '', asksItself: true })
      const open = desk.json('attention').attention[0]?.request ?? null
      expect(open).toBeNull()
      hook('stop')
      expect(await waiting()).toEqual([])
    }
  })

  it.each([
    ['claude-code-2.1.331', 'SIGTERM'],
    ['claude-code-2.1.331', 'SIGINT'],
    ['claude-code-2.1.331', 'SIGHUP'],
    ['claude-code-2.1.331', 'SIGKILL'],
    ['codex-0.169.0', 'SIGTERM'],
  ] as const)('%s has its answer at its own prompt, and ends its hook: %s', async (program, signal) => {
    const asked = recorded(`${program}/PermissionRequest-Bash`)
    allow('approvals: on\napprovals_wait: 9m\n')
    const child = desk.start(['hook'], { WATCHPOST_AGENT: 'critic' })
    const closed = new Promise((next) => child.once('close', next))
    child.stdin?.end(asked)
    await until(async () => (await waiting()).length > 0)
    const open = request()
    expect(desk.json('request', 'show', open).isOpen).toBe(true)
    child.kill(signal)
    await closed
    expect(desk.json('attention').attention).toEqual([])
    expect(critic()).toMatchObject({ asks: null })
    expect(desk.json('request', 'show', open).isOpen).toBe(false)
    // A hook that was killed could not lower it: the next event does.
    expect(statSync(askingFile()).size > 0).toBe(signal === 'SIGKILL')
    const { session_id } = JSON.parse(asked)
    const input = recorded(`${program}/Stop`, { session_id })
    desk.run(['hook'], { input, env: { WATCHPOST_AGENT: 'critic' } })
    expect(statSync(askingFile()).size).toBe(0)
  })

  it.each([
    ['claude-code-2.1.331', 300],
    ['codex-0.169.0', 10],
  ])('%s waits as suits its own prompt, unless the settings say otherwise', async (program, seconds) => {
    allow('approvals: on\n')
    const child = desk.start(['hook'], { WATCHPOST_AGENT: 'critic' })
    const closed = new Promise((next) => child.once('close', next))
    child.stdin?.end(recorded(`${program}/PermissionRequest-Bash`))
    await until(async () => (await waiting()).length > 0)
    const { since, until: end } = desk.json('request', 'show', request())
    expect(Date.parse(end) - Date.parse(since)).toBe(seconds * 1_000)
    child.kill('SIGTERM')
    await closed
  })

  it.each(['approvals: on\napprovals_wait: 1s\n', 'approvals_wait: 1s\n'])(
    'nobody is at the prompt of `claude -p`, so it waits for a person no longer than its hook: %j',
    async (settings) => {
      allow(settings)
      const ask = (attended: string) =>
        desk.run(['hook'], {
          input: recorded('claude-code-2.1.331/PermissionRequest-Bash'),
          env: { WATCHPOST_AGENT: 'critic', CLAUDE_CODE_SESSION_ATTENDED: attended },
        })
      ask('0')
      expect(await waiting()).toEqual([])
      ask('1')
      expect(await waiting()).toHaveLength(1)
    },
  )

  it('no command decides, whoever runs it, and each try is noted', () => {
    allow('approvals: on\napprovals_wait: 1s\n')
    hook('permission-request')
    const { digest } = desk.json('request', 'show', request())
    const tries = [[], ['--as', personAt(desk)], ['--as', 'critic']]
    for (const more of tries) {
      const words = ['request', 'decide', request(), '--verdict', 'allow', '--digest', digest, ...more]
      expect(desk.run(words)).toMatchObject({ code: 7, out: '' })
    }
    const refused = critic().approvals.map(({ outcome }: { outcome: string }) => outcome)
    expect(refused).toEqual([
      'decisions by --as do not count',
      'decisions by --as do not count',
      'it can only be decided in the terminal inbox',
    ])
    expect(desk.run(['agents', 'show', 'critic']).out).toContain('allow, refused: decisions by --as')
  })

  it('a question, a notice and an agent without the setting wait for nothing', () => {
    allow('approvals: on\napprovals_wait: 20s\n')
    for (const name of ['permission-request-question', 'gemini-notification', 'notification-permission']) {
      hook(name)
      expect(request()).toBeNull()
      hook('user-prompt-submit')
    }
    allow('approvals_wait: 20s\n')
    hook('permission-request')
    expect(request()).toBeNull()
  })
})

it('is quick to hear of a request of any size', async () => {
  const event = {
    ...JSON.parse(fixture('permission-request')),
    tool_input: { command: 'x'.repeat(8_000_000) },
  }
  const done = desk.run(['hook'], { input: JSON.stringify(event), env: { WATCHPOST_AGENT: 'critic' } })
  expect(done).toEqual({ code: 0, out: '', err: '' })
  expect((await waiting())[0]?.length).toBeLessThan(400)
})
