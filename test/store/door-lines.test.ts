import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MailError } from '../../src/domain/errors.ts'
import { type Channel, openCalls } from '../../store/door/calls.ts'
import { serveDoor } from '../../store/door/door-server.ts'
import { openDoorStore } from '../../store/door/door-store.ts'
import { openLastingStore } from '../../store/door/lasting-store.ts'
import { protocol } from '../../store/door/wire.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { openFarClock } from '../../store/shared/far-clock.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { makeFolder } from '../support/store-bare.ts'

const greeting = `{"door":${protocol}}\n`

/** A clock of this machine, whose steady time a test moves. */
function movedClock() {
  const at = { steady: 0 }
  const clock = openFarClock({ day: () => 0, steady: () => at.steady, uptime: () => 0 })
  return { clock, pass: (length: number) => (at.steady += length) }
}

/** A near end, and the streams of a far end that the test plays. */
function nearEnd(said = '') {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const channel: Channel = { input, output, said: () => said, close: () => output.end() }
  return { channel, input, output }
}
const busy = expect.objectContaining({ code: 'busy' })

describe('the near end', () => {
  it.each(['null', '7', '{"id":1,"error":null}'])(
    'ends calls as busy where the answer makes no sense: %s',
    async (line) => {
      const { channel, input } = nearEnd()
      const lost = vi.fn()
      const { greeted, call } = openCalls(channel, 'here', lost)
      input.write(greeting)
      await greeted
      const answer = call('roster', 'list', [])
      input.write(`${line}\n`)
      await expect(answer).rejects.toEqual(busy)
      await expect(call('roster', 'list', [])).rejects.toEqual(busy)
      expect(lost).toHaveBeenCalledOnce()
      expect(input.destroyed).toBe(true)
    },
  )

  it('is refused by a greeting that makes no sense', async () => {
    const { channel, input, output } = nearEnd()
    const opening = openDoorStore(channel, 'here')
    input.write('{"error":null}\n')
    await expect(opening).rejects.toThrow()
    expect(output.writableEnded).toBe(true)
  })

  it('reads nothing more after a line that it cannot read', async () => {
    const { channel, input } = nearEnd()
    const { greeted } = openCalls(channel, 'here', () => {})
    input.write('nonsense\n')
    await expect(greeted).rejects.toThrow('not JSON: nonsense')
    expect(input.destroyed).toBe(true)
  })

  it('ends the one call whose piece cannot be taken, and no other', async () => {
    const { channel, input } = nearEnd()
    const { greeted, call } = openCalls(channel, 'here', () => {})
    input.write(greeting)
    await greeted
    const full = call('backups', 'make', [], () => {
      throw new Error('no space is left')
    })
    const other = call('roster', 'list', [])
    input.write('{"id":1,"chunk":"YQ=="}\n{"id":1,"chunk":"YQ=="}\n{"id":1,"value":3}\n{"id":2,"value":4}\n')
    await expect(full).rejects.toThrow('no space is left')
    expect(await other).toBe(4)
  })

  it('has the far end’s time by its greeting, and more exactly by its answers', async () => {
    const { channel, input, output } = nearEnd()
    const { clock, pass } = movedClock()
    const noon = Date.UTC(2027, 0, 31, 12)
    const opening = openDoorStore(channel, 'here', () => {}, undefined, clock)
    pass(2_000)
    input.write(`{"door":${protocol},"now":${noon}}\n`)
    const store = await opening
    expect(store.now()).toBe(noon + 1_000)
    const asked: string[] = []
    output.on('data', (data: Buffer) => asked.push(data.toString()))
    const answer = async (time: object | null) => {
      const found = store.roster.version()
      await vi.waitFor(() => expect(asked).not.toHaveLength(0))
      const { id } = JSON.parse(asked.pop() ?? '')
      pass(10)
      input.write(`${JSON.stringify({ id, value: 3, time })}\n`)
      expect(await found).toBe(3)
    }
    await answer({ heard: noon + 60_005, said: noon + 60_005 })
    expect(store.now()).toBe(noon + 60_010)
    const nonsense = [null, { heard: 'x', said: null }, { heard: -1, said: 1e99 }]
    for (const time of nonsense) await answer(time)
    expect(store.now()).toBe(noon + 60_040)
  })

  it('says that a connection was lost only where there was one', async () => {
    const { channel, input } = nearEnd()
    const lost = vi.fn()
    const opening = openDoorStore(channel, 'ssh://build-host/srv', lost)
    input.end()
    await expect(opening).rejects.toEqual(busy)
    await expect(opening).rejects.toThrow('could not be reached: it ended')
    await expect(opening).rejects.toHaveProperty('hint', expect.stringMatching(/key.*PATH/u))
    expect(lost).not.toHaveBeenCalled()
  })

  it('gives the reason, and what the other program said', async () => {
    const { channel, input } = nearEnd('a warning of no weight')
    const opening = openDoorStore(channel, 'exec:x')
    input.write('nonsense\n')
    await expect(opening).rejects.toThrow('a line that is not JSON: nonsense; a warning of no weight')
  })

  it('leaves no call waiting once it is closed, although the far end stays silent', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { channel, input } = nearEnd()
      const { greeted, call, close } = openCalls(channel, 'here', () => {})
      input.write(greeting)
      await greeted
      const answer = call('roster', 'list', [])
      close()
      vi.advanceTimersByTime(5_000)
      await expect(answer).rejects.toEqual(busy)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('a lasting store', () => {
  /** Connections that the test loses by their number. */
  async function lasting(fails: (attempt: number) => boolean = () => false) {
    const losses: (() => void)[] = []
    const store = await openLastingStore(async (lost) => {
      losses.push(lost)
      const attempt = losses.length
      if (fails(attempt)) throw new MailError('busy', `attempt ${attempt}`)
      return { location: 'here', roster: { list: async () => attempt } } as unknown as MailStore
    })
    const ask = () => (store.roster as unknown as { list(): Promise<number> }).list()
    return { losses, ask }
  }

  it('keeps its connection where an older one is lost late', async () => {
    const { losses, ask } = await lasting()
    losses[0]?.()
    expect(await ask()).toBe(2)
    losses[0]?.()
    expect(await ask()).toBe(2)
    expect(losses).toHaveLength(2)
  })

  it('has one clock, which no connection sets back by what an exchange may be wrong by', async () => {
    const losses: (() => void)[] = []
    const store = await openLastingStore(async (lost, clock) => {
      losses.push(lost)
      const said = 1_000_000 - losses.length * 1_000
      clock.learn({ heard: said, said }, clock.elapsed() - 4_000, clock.elapsed())
      const roster = { list: async () => losses.length }
      const own = { location: 'here', roster, now: () => clock.now() }
      return own as unknown as MailStore
    })
    const times = [store.now()]
    for (let at = 0; at < 3; at += 1) {
      losses.at(-1)?.()
      await (store.roster as unknown as { list(): Promise<number> }).list()
      times.push(store.now())
    }
    expect(losses).toHaveLength(4)
    expect(times).toEqual([...times].sort((one, other) => one - other))
  })

  it('is busy, not missing, while the socket that it came through is gone', async () => {
    const losses: (() => void)[] = []
    const store = await openLastingStore(async (lost) => {
      losses.push(lost)
      if (losses.length > 1) throw new MailError('not-found', 'no socket')
      return { location: 'here' } as unknown as MailStore
    })
    losses[0]?.()
    await expect(store.roster.find('nux')).rejects.toEqual(busy)
    const missing = openLastingStore(() => Promise.reject(new MailError('not-found', 'no socket')))
    await expect(missing).rejects.toMatchObject({ code: 'not-found' })
  })

  it('does not try again with every call while the store cannot be reached', async () => {
    const { losses, ask } = await lasting((attempt) => attempt === 2)
    losses[0]?.()
    for (let at = 0; at < 3; at += 1) await expect(ask()).rejects.toThrow('attempt 2')
    expect(losses).toHaveLength(2)
    await expect.poll(() => ask().catch(() => null)).toBe(3)
  })
})

describe('the far end', () => {
  let folder: ReturnType<typeof makeFolder>
  const outside = process.env['TMPDIR']
  const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith('watchpost-backup-'))
  beforeEach(() => {
    folder = makeFolder()
    mkdirSync(join(folder.location, 'tmp'))
    process.env['TMPDIR'] = join(folder.location, 'tmp')
  })
  afterEach(() => {
    if (outside === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = outside
    folder.remove()
  })

  const openStore = () =>
    openSqliteStore(join(folder.location, 'store'), { create: true, durability: 'normal' })
  /** A near end without a program of ours: what it writes, and what it reads. */
  async function door(open: () => Promise<MailStore> = openStore, highWaterMark = 65_536) {
    const [there, back] = [new PassThrough(), new PassThrough({ highWaterMark })]
    const served = serveDoor(open, there, back)
    return { there, back, served }
  }

  it.each(['null', '7', 'nonsense'])('ends one connection where a line makes no sense: %s', async (line) => {
    const { there, served } = await door()
    there.write(`${line}\n`)
    await served
    expect(there.destroyed).toBe(true)
  })

  it.each(['changed', 'mail'])(
    'refuses a call of live.%s with something else than its signal, and ends when its client leaves',
    async (method) => {
      const { there, back, served } = await door()
      const said: string[] = []
      back.on('data', (chunk) => said.push(...String(chunk).trimEnd().split('\n')))
      const calls = [[1, 'x'], ['x', {}], [], [{ addEventListener: 1 }]]
      for (const [id, args] of calls.entries())
        there.write(`${JSON.stringify({ id, part: 'live', method, args })}\n`)
      there.write(`${JSON.stringify({ id: 9, part: 'live', method, args: [1, 'x', 2], signal: 1 })}\n`)
      await vi.waitFor(() => expect(said).toHaveLength(6))
      for (const line of said.slice(1)) expect(JSON.parse(line).error.code).toBe('usage')
      there.end()
      await served
    },
  )

  it('closes its store where the near end went away while it was opened', async () => {
    const closed = vi.fn()
    let opened: (store: MailStore) => void = () => {}
    const { there, served } = await door(() => new Promise((resolve) => (opened = resolve)))
    there.destroy()
    await turn()
    opened({ now: Date.now, close: async () => closed() } as unknown as MailStore)
    await served
    expect(closed).toHaveBeenCalledOnce()
  })

  it('refuses an answer that is too long to cross, and goes on', async () => {
    const wide = { toJSON: () => 'x'.repeat(256 * 1024 * 1024) }
    const roster = { list: async () => wide, find: async () => 'found' }
    const { there, back } = await door(
      async () => ({ now: Date.now, roster, async close() {} }) as unknown as MailStore,
    )
    const channel = { input: back, output: there, said: () => '', close: () => there.end() }
    const near = (await openDoorStore(channel, 'here')).roster as unknown as typeof roster
    await expect(near.list()).rejects.toMatchObject({ code: 'usage', hint: expect.stringContaining('fewer') })
    expect(await near.find()).toBe('found')
  })

  it('leaves nothing of a backup behind that is interrupted', async () => {
    const { there, back, served } = await door(openStore, 1)
    there.write('{"id":1,"part":"backups","method":"make","args":[]}\n')
    for await (const data of back) if (String(data).includes('"chunk"')) break
    // A program that is killed now leaves nothing either.
    expect(left()).toEqual([])
    there.destroy()
    await served
    expect(left()).toEqual([])
  })

  it('waits for a backup that is still made, whose file it removes', async () => {
    let make: () => void = () => {}
    const making = new Promise<void>((resolve) => (make = resolve))
    const backups = {
      async make(file: string) {
        await making
        writeFileSync(file, 'pages')
        return { file, bytes: 5, messages: 0, lost: [] }
      },
    }
    const { there, served } = await door(
      async () => ({ now: Date.now, backups, async close() {} }) as unknown as MailStore,
    )
    there.write('{"id":1,"part":"backups","method":"make","args":[]}\n')
    await expect.poll(left).toHaveLength(1)
    there.destroy()
    setTimeout(make, 10)
    await served
    expect(left()).toEqual([])
  })

  it('ends where the near end takes no more of a backup', async () => {
    const { there, back, served } = await door(openStore, 1)
    there.write('{"id":1,"part":"backups","method":"make","args":[]}\n')
    await expect.poll(() => back.writableLength).toBeGreaterThan(1_000)
    there.end()
    await served
    expect(left()).toEqual([])
  })

  it('gives backups the same checks as a store here', async () => {
    const [there, back] = [new PassThrough(), new PassThrough()]
    const served = serveDoor(openStore, there, back)
    const asked: string[] = []
    there.on('data', (text: Buffer) => void asked.push(text.toString()))
    const channel = { input: back, output: there, said: () => '', close: () => there.end() }
    const near = await openDoorStore(channel, 'here')
    const place = (name: string) => join(folder.location, name)
    for (const name of ['used', 'used-wal']) writeFileSync(place(name), 'pages')
    for (const [file, replace, code] of [
      [place('used'), true, 'conflict'],
      [place('used'), false, 'conflict'],
      [folder.location, true, 'usage'],
      [place('nowhere/copy'), false, 'not-found'],
    ] as const)
      await expect(near.backups.make(file, replace), `${file} ${replace}`).rejects.toMatchObject({ code })
    expect(asked).toEqual([])
    rmSync(place('used-wal'))
    const made = await near.backups.make(place('used'), true)
    expect(made).toMatchObject({ file: place('used'), messages: 0 })
    expect(readdirSync(folder.location).filter((name) => name.startsWith('.'))).toEqual([])
    expect(existsSync(place('used'))).toBe(true)
    await near.close()
    await served
  })
})
