import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { programFile } from '../../support/batch.ts'
import { type Desk, openDesk, type Ran } from '../../support/cli.ts'

/** The machine that has the store; `near` is another user's folder, without one. */
let far: Desk
let near: string
let children: ChildProcess[]
const program = `${process.execPath} ${programFile}`

beforeEach(() => {
  far = openDesk(['critic', 'scout'])
  near = join(far.folder, 'near')
  mkdirSync(near)
  children = []
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  far.close()
})

const door = () => `exec:${program} door '${far.folder}'`
/** A command on the near machine: it has a home and a folder of its own. */
function ask(store: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Ran {
  return far.run(['--store', store, ...args], { cwd: near, env: { HOME: near, ...env } })
}
function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const child = far.start(args, { HOME: near, ...env })
  children.push(child)
  return new Promise((listening, fails) => {
    let said = ''
    child.stderr?.on('data', (text: Buffer) => {
      said += text.toString()
      const path = /Listening on (.+)\n/u.exec(said)?.[1]
      if (path !== undefined) listening(path)
    })
    child.on('exit', (code) => fails(new Error(`ended with ${code}: ${said}`)))
  })
}

/** Programs named `ssh` that run what they are told, here. */
function fakeSsh(): NodeJS.ProcessEnv {
  const folder = join(far.folder, 'bin')
  mkdirSync(folder, { recursive: true })
  const script = (name: string, text: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  script('watchpost', `exec ${program} "$@"`)
  script(
    'ssh',
    `echo "$@" >> '${far.folder}/ssh.log'\necho $$ > '${far.folder}/ssh.pid'\nfor last; do :; done\nexec sh -c "$last"`,
  )
  return { PATH: `${folder}:${process.env['PATH']}` }
}

describe('a store behind a program', () => {
  test('has its settings there: its address is no folder of the current one', () => {
    const own = join(near, ...door().split('/'))
    mkdirSync(own, { recursive: true })
    writeFileSync(join(own, 'config.yaml'), 'nothing: [that can be read')
    expect(ask(door(), ['inbox', '--as', 'critic']).code).toBe(0)
  })

  test('takes mail, and gives it', () => {
    const sent = ask(door(), [
      'send',
      'critic',
      '-s',
      'From afar — ☂',
      '-b',
      'two\nlines\u2028and more',
      '--as',
      'scout',
    ])
    expect(sent).toMatchObject({ code: 0, err: '' })
    expect(far.json('inbox', 'critic').messages).toMatchObject([{ subject: 'From afar — ☂', from: 'scout' }])
    const next = ask(door(), ['next', '--as', 'critic', '--json'])
    expect(JSON.parse(next.out).message.body).toBe('two\nlines\u2028and more')
    expect(ask(door(), ['count', 'critic']).out).toBe('0 unread\n')
  })

  test('says what is wrong in the words and codes of a store here', () => {
    for (const args of [
      ['send', 'nobody', '-s', 'S', '--as', 'scout'],
      ['read', 'ZZZZZ', '--as', 'scout'],
      ['send', 'critic', '-s', 'S', '--as', 'ghost'],
    ]) {
      const here = far.run(args)
      expect(here.code).toBeGreaterThan(0)
      expect(ask(door(), args)).toEqual(here)
    }
  })

  test.each([
    ['exec:exit 3', 'ended with code 3'],
    ['exec:echo nonsense', 'not JSON'],
    ['exec:echo "no such container" >&2; exit 1', 'no such container'],
    ['exec:/nowhere/watchpost door', 'not found'],
  ])('that is no door is told as busy, and why: %s', (store, why) => {
    const { code, err } = ask(store, ['inbox', 'critic', '--as', 'critic'])
    expect(code).toBe(5)
    expect(err).toContain(why)
  })

  test('that has no store is told as such', () => {
    const { code, err } = ask(`exec:${program} door '${near}'`, ['inbox', '--as', 'critic'])
    expect([code, err]).toEqual([3, expect.stringContaining('There is no store')])
  })

  test('gives a whole backup, which replaces nothing unasked', () => {
    far.json('send', 'critic', '-s', 'Kept', '-b', 'x'.repeat(100_000), '--as', 'scout')
    const file = join(near, 'copy')
    expect(ask(door(), ['backup', file, '--as', 'critic'])).toMatchObject({ code: 0 })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(far.json('--store', file, 'inbox', 'critic').messages).toMatchObject([{ subject: 'Kept' }])
    const before = readFileSync(file)
    expect(ask(door(), ['backup', file, '--as', 'critic']).code).not.toBe(0)
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  test('is not one that files are repaired or made in', () => {
    for (const command of ['doctor', 'init', 'trust'])
      expect(ask(door(), [command]), command).toMatchObject({
        code: 2,
        err: expect.stringContaining('lies elsewhere'),
      })
  })
})

describe('ssh', () => {
  test('starts a door on the host, whatever the folder is called', () => {
    const env = fakeSsh()
    const odd = join(far.folder, "it's $HOME; exit")
    mkdirSync(odd)
    far.run(['init'], { cwd: odd })
    const url = `ssh://ada@build-host:2222${odd}`
    expect(ask(url, ['count'], env)).toEqual({ code: 0, out: '0 unread\n', err: '' })
    expect(readFileSync(join(far.folder, 'ssh.log'), 'utf8')).toContain('-p 2222 -l ada -- build-host')
  })

  test('the log names who acts as it does here, whichever user ssh logs in', () => {
    for (const subject of ['Here', 'There']) far.run(['send', 'critic', '-s', subject, '--as', 'scout'])
    const [there, here] = far.json('inbox', 'critic').messages.map(({ id }: { id: string }) => id)
    const ack = (id: string) => ['ack', id, '--as', 'critic']
    expect(ask(`ssh://ada@build-host${far.folder}`, ack(there), fakeSsh())).toMatchObject({ code: 0 })
    expect(ask(far.store, ack(here))).toMatchObject({ code: 0 })
    const logged = (id: string) => {
      const { events } = far.json('history', id)
      const { at, seq, message, ...event } = events.find(
        ({ what }: { readonly what: string }) => what === 'ack',
      )
      return event
    }
    const { actor } = logged(there)
    expect(logged(there)).toEqual(logged(here))
    expect(actor).not.toBe('ada')
  })

  test.each([
    'ssh://-oProxyCommand=x/path',
    'ssh://-l@host/path',
    'ssh://host',
    'ssh:///path',
    'ssh://ho st/path',
    'ftp://host/path',
    'unix:relative',
    'exec:',
  ])('is never given an option for a host: %s', (url) => {
    const { code } = ask(url, ['inbox', '--as', 'critic'], fakeSsh())
    expect(code).toBe(2)
    expect(existsSync(join(far.folder, 'ssh.log'))).toBe(false)
  })

  test('a link keeps one connection for all commands', async () => {
    const env = fakeSsh()
    const url = `ssh://build-host${far.folder}`
    await start(['link', url], env)
    for (let at = 0; at < 3; at += 1)
      expect(ask(url, ['send', 'critic', '-s', `S${at}`, '--as', 'scout'], env)).toMatchObject({
        code: 0,
        err: '',
      })
    expect(far.json('inbox', 'critic').messages).toHaveLength(3)
    expect(readFileSync(join(far.folder, 'ssh.log'), 'utf8').trim().split('\n')).toHaveLength(1)
  })
})

test('a link whose connection is cut makes another one for the next command', async () => {
  const env = fakeSsh()
  const url = `ssh://build-host${far.folder}`
  await start(['link', url], env)
  for (let cut = 0; cut < 3; cut += 1) {
    process.kill(Number(readFileSync(join(far.folder, 'ssh.pid'), 'utf8')), 'SIGKILL')
    const codes: (number | null)[] = []
    for (let at = 0; at < 5 && codes.at(-1) !== 0; at += 1)
      codes.push(ask(url, ['count', 'critic', '--as', 'critic'], env).code)
    expect(codes.at(-1)).toBe(0)
    expect(codes.slice(0, -1).filter((code) => code !== 5)).toEqual([])
  }
})

describe('a socket', () => {
  test.each([60, 100, 101, 107, 108, 400])(
    'a socket in a folder of any depth: %i more bytes',
    async (more) => {
      const deep = join(near, ...Array.from({ length: Math.ceil(more / 50) }, () => 'd'.repeat(49)))
      const socket = join(deep, 'door.sock')
      mkdirSync(deep, { recursive: true })
      await start(['door', far.folder, '--listen', socket])
      expect(ask(`unix:${socket}`, ['count', '--as', 'critic'])).toMatchObject({ code: 0 })
      await expect(start(['door', far.folder, '--listen', socket])).rejects.toThrow(
        'Somebody already listens',
      )
      const other = join(deep, 'other.sock')
      expect(ask(`unix:${other}`, ['count', '--as', 'critic']).err).toContain(
        `There is no socket at ${other}.`,
      )
    },
  )

  test('a link from a home of any depth', async () => {
    const state = join(near, 'd'.repeat(120))
    await start(['link', door()], { XDG_STATE_HOME: state })
    const asked = ask(door(), ['count', '--as', 'critic'], { XDG_STATE_HOME: state })
    expect(asked).toMatchObject({ code: 0 })
  })

  test('is for its owner alone, and serves many', async () => {
    const socket = await start(['door', far.folder, '--listen', join(near, 'door.sock')])
    expect(statSync(socket).mode & 0o777).toBe(0o600)
    const store = `unix:${socket}`
    expect(ask(store, ['send', 'critic', '-s', 'One', '--as', 'scout']).code).toBe(0)
    const waiting = far.start(['--store', store, 'wait', '--as', 'critic', '--json'], { HOME: near })
    children.push(waiting)
    let out = ''
    waiting.stdout?.on('data', (text: Buffer) => void (out += text.toString()))
    await expect.poll(() => out).toContain('One')
  })

  test('lives on when a client calls with what is no signal, and leaves', async () => {
    const path = join(near, 'door.sock')
    const socket = await start(['door', far.folder, '--listen', path])
    const client = connect(path)
    const answers = createInterface({ input: client })[Symbol.asyncIterator]()
    expect((await answers.next()).value).toContain('"door"')
    const calls = ['changed', 'mail'].map((method, id) => ({ id, part: 'live', method, args: [1, 'x'] }))
    for (const call of calls) {
      client.write(`${JSON.stringify(call)}\n`)
      expect((await answers.next()).value).toContain('"error"')
    }
    client.end()
    await once(client, 'close')
    expect(ask(`unix:${socket}`, ['inbox', '--as', 'critic']).code).toBe(0)
  })

  test('a program that waits through a door is there again when the door is', async () => {
    const socket = join(near, 'door.sock')
    await start(['door', far.folder, '--listen', socket])
    const watching = far.start(['--store', `unix:${socket}`, 'watch', 'critic', '--as', 'critic', '--json'], {
      HOME: near,
    })
    children.push(watching)
    let out = ''
    watching.stdout?.on('data', (text: Buffer) => void (out += text.toString()))
    const sees = (subject: string) => expect.poll(() => out).toContain(subject)
    const send = (subject: string): string =>
      far.json('send', 'critic', '-s', subject, '--again', '--as', 'scout').id
    // It hears of what is sent once it listens.
    const hears = () => {
      send('Before')
      return out
    }
    await expect.poll(hears, { interval: 500 }).toContain('"id"')
    for (const round of [1, 2]) {
      const server = children.findLast((child) => child.spawnargs.includes('--listen'))
      server?.kill('SIGKILL')
      await new Promise((ended) => server?.once('exit', ended))
      const missed = send(`While it was gone ${round}`)
      await start(['door', far.folder, '--listen', socket])
      await sees(missed)
      await sees(send(`After ${round}`))
    }
    expect(watching.exitCode).toBeNull()
  })

  test('that nobody listens on is busy; a second door there is refused, and one after a kill is not', async () => {
    const socket = join(near, 'door.sock')
    await start(['door', far.folder, '--listen', socket])
    await expect(start(['door', far.folder, '--listen', socket])).rejects.toThrow(
      /ended with \d+: .*already listens/u,
    )
    children[0]?.kill('SIGKILL')
    await new Promise((ended) => children[0]?.once('exit', ended))
    expect(ask(`unix:${socket}`, ['count', 'critic', '--as', 'critic']).code).toBe(5)
    await start(['door', far.folder, '--listen', socket])
    expect(ask(`unix:${socket}`, ['count', 'critic', '--as', 'critic']).code).toBe(0)
  })

  test('a door that is killed under a command ends it as busy, and the repeated send is stored once', async () => {
    const socket = join(near, 'door.sock')
    for (let round = 0; round < 4; round += 1) {
      await start(['door', far.folder, '--listen', socket])
      const server = children.at(-1)
      const args = ['send', 'critic', '-s', `Round ${round}`, '--key', `k${round}`, '--as', 'scout']
      const sending = far.start(['--store', `unix:${socket}`, ...args], { HOME: near })
      children.push(sending)
      const code = new Promise<number | null>((ended) => sending.on('exit', ended))
      setTimeout(() => server?.kill('SIGKILL'), 60 * round)
      expect([0, 5, 3]).toContain(await code)
      server?.kill('SIGKILL')
      await start(['door', far.folder, '--listen', socket])
      expect(ask(`unix:${socket}`, args).code).toBe(0)
      children.at(-1)?.kill('SIGKILL')
    }
    const subjects = far.json('inbox', 'critic').messages.map(({ subject }: { subject: string }) => subject)
    expect(subjects.sort()).toEqual(['Round 0', 'Round 1', 'Round 2', 'Round 3'])
  })
})
