import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { builtins } from '../../src/faces/cli/builtin-commands.ts'
import { catalogue, loadOperation, operationNames } from '../../src/operations/catalogue.ts'
import { programFile, quietEnvironment } from '../support/batch.ts'
import { type Desk, openDesk, personAt, type Ran } from '../support/cli.ts'
import { callTool, connectMcp } from '../support/mcp-client.ts'
import { openProgram } from '../support/terminal.ts'

const session = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'a1b2c3d4-0000' }
const refusal = "This is an agent's session. Set WATCHPOST_AGENT or pass --as NAME."
const inTmux = spawnSync('tmux', ['-V']).status === 0

let desk: Desk
let person: string
let mail: string

beforeAll(() => {
  desk = openDesk(['critic', 'builder'])
  person = personAt(desk)
  mail = desk.json(
    'send',
    person,
    '-s',
    'For you alone',
    '-b',
    'the body',
    '--as',
    'builder',
    '-p',
    'urgent',
  ).id
  for (const name of ['claude', 'sshd']) {
    const program = join(desk.folder, name)
    // Not exec: the process stays, as an ancestor.
    writeFileSync(program, '#!/bin/sh\n"$@"\nexit $?\n')
    chmodSync(program, 0o755)
  }
})
afterAll(() => desk.close())

/** Everything in the store that a command could have changed. */
/** All that a refused command must leave alone. The time at which an agent was last seen is not of it. */
function stored(): string {
  const database = new Database(join(desk.store, 'mail.db'), { readonly: true })
  const hash = createHash('sha256')
  for (const table of ['messages', 'deliveries', 'deeds', 'events', 'agents', 'facts'])
    hash.update(
      JSON.stringify(
        database
          .prepare<[], Record<string, unknown>>(`SELECT * FROM ${table}`)
          .all()
          .map(({ last_seen: _, ...row }) => row),
      ),
    )
  database.close()
  return hash.digest('hex')
}

function codeOf({ err }: Ran): string {
  return JSON.parse(err.trim().split('\n').at(-1) ?? '{}').error.code
}

describe("an agent's session that names no agent", () => {
  const refused = new Map<string, boolean>()
  beforeAll(async () => {
    for (const name of operationNames) {
      const { nameless } = await loadOperation(name)
      refused.set(catalogue[name].command, nameless === undefined)
    }
  })

  it('is let into few commands', () => {
    const free = [...refused].filter(([, is]) => !is).map(([command]) => command)
    // `request decide` refuses and records; `ring` says counts alone, to the agent whose mail waits.
    const known = ['agents list', 'agents register', 'request decide', 'ring', 'status-line', 'whoami']
    expect(free.sort()).toEqual(known)
    const own = builtins.filter(({ nameless }) => nameless).map(({ command }) => command)
    expect(own.sort()).toEqual(
      expect.arrayContaining(['completion', 'describe', 'doctor', 'help', 'init', 'setup']),
    )
    for (const command of ['batch', 'hook', 'mcp', 'serve']) expect(own).not.toContain(command)
  })

  it.each(operationNames.map((name) => catalogue[name].command))('%s', (command) => {
    const before = stored()
    const ran = desk.run([...command.split(' '), '--json'], { env: session })
    if (refused.get(command)) {
      expect(ran).toMatchObject({ code: 7, out: '' })
      expect(codeOf(ran)).toBe('no-actor')
    } else expect(ran.err).not.toContain('no-actor')
    expect(stored()).toBe(before)
  })

  it('is told what to do', () => {
    const { code, err } = desk.run(['inject'], { env: session })
    expect(code).toBe(7)
    expect(err).toContain(refusal)
    expect(err).toContain('watchpost agents register NAME --session a1b2c3d4-0000')
  })

  it.each([
    ['a line of a batch', ['batch'], '{"command":"inject"}\n{"command":"count","as":"critic"}\n', 8],
    ['a batch for reply', ['batch'], `{"command":"reply","input":{"message":"x","body":"y"}}\n`, 8],
  ])('refuses %s', (_, args, input, code) => {
    const before = stored()
    const ran = desk.run(args, { env: session, input })
    expect(ran.code).toBe(code)
    expect(JSON.parse(ran.out.split('\n')[0] ?? '')).toMatchObject({ ok: false, error: { code: 'no-actor' } })
    expect(stored()).toBe(before)
  })

  it.each(['serve', 'run critic -- true', 'watch'])('does not begin %s', (line) => {
    const ran = desk.run(line.split(' '), { env: session })
    expect([ran.code, ran.err.split('\n')[0]]).toEqual([7, `watchpost: ${refusal}`])
  })

  it.each(['session-start-startup', 'user-prompt-submit', 'stop'])('gets nothing by the hook %s', (event) => {
    const input = readFileSync(new URL(`../faces/hook/fixtures/${event}.json`, import.meta.url), 'utf8')
    const before = stored()
    for (const env of [session, {}]) {
      const ran = desk.run(['hook'], { env, input })
      expect(ran.code).toBe(0)
      expect(ran.out + ran.err).not.toContain('For you alone')
      expect(ran.out + ran.err).toContain('Set WATCHPOST_AGENT')
    }
    expect(stored()).toBe(before)
  })

  it.each([
    'help',
    'doctor',
    'describe',
    'completion bash',
    'setup claude --as critic',
    'trust --list',
    '--version',
  ])('may %s', (line) => {
    expect(desk.run(line.split(' '), { env: session }).err).not.toContain(refusal)
  })

  it('answers whoami with nobody, and registers itself', () => {
    expect(desk.run(['whoami'], { env: session }).out).toContain('nobody (Claude Code session a1b2c3d4)')
    expect(JSON.parse(desk.run(['whoami', '--json'], { env: session }).out)).toMatchObject({
      address: null,
      how: 'none',
      actor: 'Claude Code session a1b2c3d4',
    })
    const own = { ...session, CLAUDE_CODE_SESSION_ID: 'own' }
    const register = ['agents', 'register', 'newcomer', '--session', 'own']
    expect(desk.run(register, { env: own }).code).toBe(0)
    expect(JSON.parse(desk.run(['whoami', '--json'], { env: own }).out)).toMatchObject({
      address: 'newcomer',
    })
  })

  it.each([
    ['takes the name of a person', () => [person, '--session', 'a1b2c3d4-0000']],
    ['makes itself a person', () => ['another', '--kind', 'user']],
    ['makes itself an administrator', () => ['another', '--kind', 'admin']],
  ])('never %s', (_, args) => {
    const before = stored()
    const ran = desk.run(['agents', 'register', ...args(), '--json'], { env: session })
    expect([ran.code, codeOf(ran)]).toEqual([7, 'not-allowed'])
    expect(stored()).toBe(before)
  })

  it.each([
    ['whose markers reach it', session],
    ['without any marker', {}],
  ])('finds no tool of MCP to answer, %s', async (_, env) => {
    const connection = await connectMcp(desk, { as: null, env })
    const before = stored()
    const { tools } = await connection.client.listTools()
    expect(tools.length).toBeGreaterThan(5)
    for (const { name, inputSchema } of tools) {
      const needed = Object.fromEntries((inputSchema.required ?? []).map((field) => [field, 'x']))
      const { isError, text } = await callTool(connection, name, needed).catch((error: Error) => ({
        isError: true,
        text: error.message,
      }))
      expect([name, isError]).toEqual([name, true])
      if (!/-32602|usage/u.test(text)) expect(text).toContain('no-actor')
    }
    expect((await callTool(connection, 'inbox')).value.error.code).toBe('no-actor')
    expect(stored()).toBe(before)
    await connection.client.close()
  })
})

describe("an agent's session in a person's name", () => {
  const asPerson = (...args: readonly string[]) => [...args, '--as', person]
  const home = () => join(desk.folder, '.config/watchpost')
  afterEach(() => spawnSync('rm', ['-rf', home()]))

  it.each([
    'inbox',
    'count',
    'thread ID',
    'search alone',
    'owed',
    'history ID',
    'receipts ID',
    'read ID --peek',
  ])('looks with %s', (line) => {
    const before = stored()
    const ran = desk.run(asPerson(...line.replace('ID', mail).split(' ')), { env: session })
    expect(ran.code).toBe(0)
    expect(stored()).toBe(before)
  })

  it('reads without marking anything read', () => {
    const before = stored()
    const ran = desk.run(asPerson('read', mail), { env: session })
    expect(ran.out).toContain('the body')
    expect(ran.err).toContain('not marked as read')
    expect(desk.run(asPerson('wait', '--timeout', '1s'), { env: session }).code).toBe(0)
    expect(stored()).toBe(before)
  })

  it.each([
    'next',
    'next --take',
    'inject',
    'wait --take',
    'ack ID',
    'archive ID',
    'complete ID',
    'pin ID',
    'complete ID --next',
    'reply ID -b yes',
    'send critic -s x -b y',
    'undo',
    'snooze ID --until 2h',
    'agents beat',
    'presence here t',
    'agents update critic --kind admin',
    'run critic -- true',
    'serve',
  ])('does nothing with %s', (line) => {
    const before = stored()
    const words = line.replace('ID', mail).split(' ')
    const at = words.indexOf('--')
    const args = at < 0 ? asPerson(...words) : [...asPerson(...words.slice(0, at)), ...words.slice(at)]
    for (const [env, given] of [
      [session, args],
      [{ ...session, WATCHPOST_AGENT: 'critic' }, args],
      // Without a coding agent the variable still says whose session it is.
      [{ WATCHPOST_AGENT: 'critic' }, args],
      [{ ...session, WATCHPOST_AGENT: person }, args.filter((word) => word !== '--as' && word !== person)],
    ] as const) {
      const ran = desk.run(given, { env })
      expect([ran.code, ran.err]).toEqual([7, expect.stringContaining(`not act as ${person}`)])
    }
    expect(stored()).toBe(before)
  })

  it('is not started for the mail of a person either', () => {
    const before = stored()
    const ran = desk.run(['run', person, '--once', '--', 'true'], { env: { WATCHPOST_AGENT: 'critic' } })
    expect([ran.code, ran.err]).toEqual([7, expect.stringContaining(`not act as ${person}`)])
    expect(stored()).toBe(before)
  })

  it('is not allowed more by the settings of the store', () => {
    const settings = join(desk.store, 'config.yaml')
    writeFileSync(settings, 'agents_may_act_for_me: true\n')
    expect(desk.run(asPerson('ack', mail), { env: session }).code).toBe(2)
    spawnSync('rm', [settings])
  })

  it('acts where the person allows it, and is named beside the person', () => {
    mkdirSync(home(), { recursive: true })
    writeFileSync(join(home(), 'config.yaml'), 'agents_may_act_for_me: true\n')
    const named = { ...session, WATCHPOST_AGENT: 'critic' }
    const send = (subject: string, env: NodeJS.ProcessEnv) =>
      JSON.parse(desk.run(asPerson('send', 'builder', '-s', subject, '-b', 'b', '--json'), { env }).out)
    const byAgent = send('By an agent', named)
    const bySession = send('By a session', session)
    const inbox = desk.run(['inbox', '--as', 'builder']).out
    expect(inbox).toContain(`${person} (by critic)`)
    const history = (id: string) => desk.run(['history', id]).out
    expect(history(byAgent.id)).toContain(`${person} (by critic)`)
    expect(history(bySession.id)).toContain(`${person} (by Claude Code session a1b2c3d4)`)
    for (const args of [['thread', byAgent.id], ['read', byAgent.id, '--peek'], ['inject']])
      expect(desk.run([...args, '--as', 'builder']).out).toContain(`${person} (by critic)`)
    expect(desk.run(['inbox', '--sent']).out).toContain('(by critic)')
    expect(desk.run(asPerson('ack', mail), { env: named }).code).toBe(0)
    expect(desk.run(['receipts', mail, '--as', 'builder']).out).toContain(`${person} (by critic)`)
    expect(desk.json('receipts', mail, '--as', 'builder').receipts[0].actor).toBe('critic')
  })
})

describe('whose session it is', () => {
  const claude = () => join(desk.folder, 'claude')
  const login = () => join(desk.folder, 'sshd')
  const count = () => [process.execPath, programFile, 'count']
  const env = () => ({ ...quietEnvironment(), HOME: desk.folder, ...session })

  async function onTerminal(command: readonly string[]): Promise<string> {
    // The shell stays until it was read: a terminal that ends may lose the last words.
    const program = openProgram(
      ['/bin/sh', '-c', '"$@"; echo "ended with $?"; read -r _', 'sh', ...command],
      {
        cwd: desk.folder,
        env: { ...env(), NO_COLOR: '1' },
        columns: 200,
      },
    )
    await program.sees(/ended with \d+/u)
    const shown = program.screen().join('\n')
    await program.kill()
    return shown
  }

  it("is an agent's where a coding agent started the command, whatever lies between", () => {
    const ran = spawnSync(claude(), ['/bin/sh', '-c', '"$@"; exit $?', 'sh', ...count()], {
      cwd: desk.folder,
      env: env(),
      encoding: 'utf8',
    })
    expect([ran.status, ran.stderr.split('\n')[0]]).toEqual([7, `watchpost: ${refusal}`])
  })

  it("is an agent's in a terminal of its own", async () => {
    expect(await onTerminal([claude(), ...count()])).toContain('ended with 7')
    const nested = [claude(), 'script', '-qec', count().join(' '), '/dev/null']
    expect(await onTerminal(nested)).toContain('ended with 7')
  })

  it("is a person's at a terminal that inherited the markers", async () => {
    expect(await onTerminal([login(), ...count()])).toContain('ended with 0')
    expect(await onTerminal([claude(), login(), ...count()])).toContain('ended with 0')
  })

  it("is a person's without any marker, also under a program of that name", () => {
    const plain = { ...quietEnvironment(), HOME: desk.folder }
    expect(spawnSync(claude(), count(), { cwd: desk.folder, env: plain }).status).toBe(0)
  })

  it('opens no screen for an agent, and one that only looks in the name of a person', async () => {
    expect(await onTerminal([claude(), process.execPath, programFile])).toContain(refusal)
    const looking = openProgram([claude(), process.execPath, programFile, '--as', person], {
      cwd: desk.folder,
      env: { ...env(), NO_COLOR: '1' },
    })
    await looking.sees('For you alone')
    await looking.press('e')
    await looking.sees(/read.only/iu)
    await looking.kill()
  })

  it.skipIf(!inTmux)("is a person's in a pane of a tmux server that an agent started", () => {
    const socket = join(desk.folder, 'tmux')
    const tmux = (...args: readonly string[]) =>
      spawnSync(claude(), ['tmux', '-S', socket, '-f', '/dev/null', ...args], {
        cwd: desk.folder,
        env: env(),
        encoding: 'utf8',
      })
    const line = `env | grep -c CLAUDECODE; ${count().join(' ')}; echo "ended with $?"`
    const written = join(desk.folder, 'pane')
    tmux('new-session', '-d', `(${line}) >${written} 2>&1; tmux -S ${socket} wait-for -S done`)
    tmux('wait-for', 'done')
    expect(readFileSync(written, 'utf8')).toMatch(/^1\n[\s\S]*ended with 0\n$/u)
    tmux('kill-server')
  })
})
