import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findActor, type Question } from '../src/actor.ts'
import { readEnvironment } from '../src/config.ts'
import { harnesses } from '../src/domain/harness.ts'
import type { HarnessSession } from '../src/domain/harness-process.ts'
import type { AgentSession } from '../src/domain/session.ts'
import { nobodyAround } from './support/identities.ts'
import { type MailRoom, noon, openMailRoom } from './support/mailbox.ts'

const ours = '/tmp/tmux-1000/default,42'
const inTmux = (pane: string, server = ours) => ({ TMUX_PANE: pane, TMUX: `${server},0` })
const claude: HarnessSession = { harness: harnesses[0] ?? null, process: null }

let room: MailRoom
beforeEach(async () => {
  room = await openMailRoom()
  await room.join('lina', { kind: 'user' })
  await room.join('ops', { kind: 'admin' })
  await room.join('critic', { session: 's1' })
  const register = await room.as('critic', { paneServer: ours })
  await register.registerAgent({ agent: 'critic', pane: '%1' })
  await room.join('twin', { session: 's2' })
  await room.join('double', { session: 's2' })
})
afterEach(() => room.close())

type Asked = Partial<Question> & { readonly environment?: never }

async function acting(variables: NodeJS.ProcessEnv, more: Asked = {}) {
  return findActor({
    roster: room.store.roster,
    environment: readEnvironment(variables),
    as: undefined,
    swarm: null,
    user: async () => 'lina',
    harness: async () => null,
    surroundings: nobodyAround,
    agentsMayAct: false,
    unregistered: false,
    now: noon,
    ...more,
  })
}

async function find(variables: NodeJS.ProcessEnv, more: Asked = {}) {
  const { actor, how, principal, onlyLooks } = await acting(variables, more)
  return [actor.address, how, principal?.address ?? null, ...(onlyLooks ? ['only looks'] : [])]
}

describe('who acts', () => {
  it.each([
    [{ WATCHPOST_AGENT: 'critic' }, undefined, ['critic', 'environment', null]],
    [{ WATCHPOST_DEFAULT_AGENT: 'critic' }, undefined, ['critic', 'default', null]],
    [
      { WATCHPOST_DEFAULT_AGENT: 'critic', WATCHPOST_AGENT: 'twin' },
      undefined,
      ['twin', 'environment', null],
    ],
    [{ WATCHPOST_SESSION: 's1' }, undefined, ['critic', 'session', null]],
    [{ CLAUDE_CODE_SESSION_ID: 's1' }, undefined, ['critic', 'session', null]],
    [inTmux('%1'), undefined, ['critic', 'pane', null]],
    [{}, undefined, ['lina', 'person', null]],
    [{ WATCHPOST_AGENT: 'critic', WATCHPOST_SESSION: 's1' }, undefined, ['critic', 'environment', null]],
    [{ WATCHPOST_AGENT: 'twin', WATCHPOST_SESSION: 's1' }, undefined, ['twin', 'environment', 'critic']],
    [{ WATCHPOST_AGENT: 'twin', WATCHPOST_SESSION: 's2' }, undefined, ['twin', 'environment', null]],
    [{ WATCHPOST_SESSION: 's2' }, 'double', ['double', 'flag', null]],
    [{ WATCHPOST_AGENT: 'twin' }, 'critic', ['critic', 'flag', 'twin']],
    [{}, 'critic', ['critic', 'flag', 'lina']],
    [{ WATCHPOST_AGENT: 'lina' }, undefined, ['lina', 'environment', null]],
  ])('by %j and --as %j: %j', async (variables, as, expected) => {
    expect(await find(variables, { as })).toEqual(expected)
  })

  it('is not asked for the person behind --as where a command only looks', async () => {
    expect(await find({}, { as: 'critic', looks: true })).toEqual(['critic', 'flag', null])
  })

  it('is an error that lists the candidates where there is doubt', async () => {
    await expect(find({ WATCHPOST_SESSION: 's2' })).rejects.toMatchObject({
      code: 'ambiguous',
      message: expect.stringMatching(/double.*twin|twin.*double/u),
    })
  })
})

describe("in an agent's session", () => {
  const harness = async () => claude
  const label = 'Claude Code session s9'
  const session = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's9' }

  it.each<[NodeJS.ProcessEnv, Asked, unknown]>([
    [{ WATCHPOST_AGENT: 'critic' }, {}, ['critic', 'environment', null]],
    [{ CLAUDE_CODE_SESSION_ID: 's1' }, {}, ['critic', 'session', null]],
    [inTmux('%1'), {}, ['critic', 'pane', null]],
    // The name is the session's own: no person stands behind it.
    [session, { as: 'critic' }, ['critic', 'flag', null]],
    [session, { as: 'lina' }, ['lina', 'flag', label, 'only looks']],
    [session, { as: 'ops' }, ['ops', 'flag', label, 'only looks']],
    [{ ...session, WATCHPOST_AGENT: 'lina' }, {}, ['lina', 'environment', label, 'only looks']],
    [{ ...session, WATCHPOST_AGENT: 'critic' }, { as: 'lina' }, ['lina', 'flag', 'critic', 'only looks']],
    [{ CLAUDE_CODE_SESSION_ID: 's1' }, { as: 'lina' }, ['lina', 'flag', 'critic', 'only looks']],
    [session, { as: 'lina', agentsMayAct: true }, ['lina', 'flag', label]],
    [{ CLAUDE_CODE_SESSION_ID: 's1' }, { as: 'lina', agentsMayAct: true }, ['lina', 'flag', 'critic']],
    [session, { nameless: 'nobody' }, ['nobody', 'none', label]],
    [session, { nameless: 'person' }, ['lina', 'none', null]],
  ])('%j, %j: %j', async (variables, more, expected) => {
    expect(await find(variables, { harness, ...more })).toEqual(expected)
  })

  it.each<[string, NodeJS.ProcessEnv, string]>([
    ['names nobody', session, 's9'],
    ['has no session', { CLAUDECODE: '1' }, 'ID'],
    ['has a session no shell should see', { CLAUDE_CODE_SESSION_ID: '$(rm -rf .)' }, 'ID'],
  ])('that %s nobody acts', async (_, variables, id) => {
    await expect(find(variables, { harness })).rejects.toMatchObject({
      code: 'no-actor',
      message: "This is an agent's session. Set WATCHPOST_AGENT or pass --as NAME.",
      hint: expect.stringContaining(`--session ${id}\``),
    })
  })

  it('a session or a pane that names a person names no agent', async () => {
    const lina = await room.as('lina', { paneServer: ours })
    await lina.registerAgent({ agent: 'lina', session: 's9', pane: '%7' })
    await expect(find(session, { harness })).rejects.toMatchObject({ code: 'no-actor' })
    await expect(find(inTmux('%7'), { harness })).rejects.toMatchObject({ code: 'no-actor' })
    expect(await find(inTmux('%7'))).toEqual(['lina', 'pane', null])
  })

  it('is known by an agent that the environment names, also without a coding agent', async () => {
    expect(await find({ WATCHPOST_AGENT: 'critic' }, { as: 'lina' })).toEqual([
      'lina',
      'flag',
      'critic',
      'only looks',
    ])
  })

  it('is not looked for where no question depends on it', async () => {
    const unasked = async (): Promise<HarnessSession> => {
      throw new Error('asked')
    }
    expect(await find({ WATCHPOST_AGENT: 'critic' }, { harness: unasked })).toHaveLength(3)
    expect(await find({ WATCHPOST_SESSION: 's1' }, { harness: unasked })).toHaveLength(3)
    expect(await find({}, { harness: unasked, as: 'lina', looks: true })).toHaveLength(3)
  })
})

describe('what surrounds a command that writes', () => {
  const around = (agents: readonly string[], lives: readonly string[] = []): Asked => ({
    surroundings: {
      sessions: async () => agents.map((name) => ({ agent: name }) as AgentSession),
      isAgent: async () => true,
      livesElsewhere: async (name) => lives.includes(name),
    },
  })
  const label = 'coding agent session'

  it.each<[NodeJS.ProcessEnv, Asked, unknown]>([
    [{}, around(['critic']), ['critic', 'session', null]],
    [{}, { ...around(['critic']), looks: true }, ['lina', 'person', null]],
    [{}, { ...around(['critic']), as: 'lina' }, ['lina', 'flag', 'critic', 'only looks']],
    [{ WATCHPOST_AGENT: 'lina' }, around(['critic']), ['lina', 'environment', 'critic', 'only looks']],
    [{ WATCHPOST_AGENT: 'lina' }, around([]), ['lina', 'environment', label, 'only looks']],
    [{ WATCHPOST_AGENT: 'lina' }, { ...around([]), agentsMayAct: true }, ['lina', 'environment', label]],
    [{}, { ...around([]), nameless: 'nobody' }, ['nobody', 'none', label]],
    // The gate judges `--as` by the principal.
    [
      { WATCHPOST_AGENT: 'twin' },
      { ...around(['critic'], ['double']), as: 'double' },
      ['double', 'flag', 'critic'],
    ],
    [{ WATCHPOST_AGENT: 'twin' }, around(['critic']), ['twin', 'environment', 'critic']],
    [{ WATCHPOST_AGENT: 'twin' }, around(['double', 'twin'], ['twin']), ['twin', 'environment', null]],
  ])('%j, %j: %j', async (variables, more, expected) => {
    expect(await find(variables, more)).toEqual(expected)
  })

  it.each([{ WATCHPOST_AGENT: 'critic' }, { WATCHPOST_SESSION: 's1' }, inTmux('%1')])(
    'refuses the name, session and pane of another that lives: %j',
    async (variables) => {
      await expect(find(variables, around(['twin'], ['critic']))).rejects.toMatchObject({
        code: 'not-allowed',
        message: expect.stringContaining('This is the session of twin'),
      })
    },
  )

  it('lets a supervisor take the name of its agent, and names nobody without one', async () => {
    await room.person.updateAgent({ agent: 'critic', reportsTo: 'twin' })
    const lives = around(['twin'], ['critic'])
    expect(await find({ WATCHPOST_AGENT: 'critic' }, lives)).toEqual(['critic', 'environment', 'twin'])
    await expect(find({}, around([]))).rejects.toMatchObject({ code: 'no-actor' })
  })
})

describe('a tmux pane', () => {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-tmux-'))
  const usual = join(folder, 'default')
  afterEach(() => rmSync(usual, { force: true }))

  it.each([
    ['in its own server', ours, 'critic'],
    ['in another server with the same socket', '/tmp/tmux-1000/default,43', 'lina'],
    ['in a server with another socket', '/tmp/tmux-1000/other,42', 'lina'],
  ])('%s: %s', async (_, server, expected) => {
    expect((await find(inTmux('%1', server)))[0]).toBe(expected)
  })

  it('names nobody where the server is not known', async () => {
    expect((await find({ TMUX_PANE: '%1' }))[0]).toBe('lina')
  })

  it.each([
    ['the usual server, running since before', usual, noon - 1000, 'old'],
    ['the usual server, started since then', usual, noon + 1000, 'lina'],
    ['a server of another name', join(folder, 'other'), noon - 1000, 'lina'],
  ])('without a recorded server counts in %s: %s', async (_, socket, started, expected) => {
    await room.join('old', { pane: '%5' })
    writeFileSync(socket, '')
    utimesSync(socket, started / 1000, started / 1000)
    expect((await find(inTmux('%5', `${socket},7`)))[0]).toBe(expected)
  })

  it('is taken away with its server', async () => {
    const before = await room.store.roster.find('critic')
    expect(before).toMatchObject({ pane: '%1', paneServer: ours })
    const critic = await room.as('critic', { paneServer: ours })
    await critic.updateAgent({ agent: 'critic', pane: '' })
    expect(await room.store.roster.find('critic')).toMatchObject({ pane: null, paneServer: null })
  })
})
