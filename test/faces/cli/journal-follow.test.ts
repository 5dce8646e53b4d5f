import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { programFile } from '../../support/batch.ts'
import { type Desk, openDesk } from '../../support/cli.ts'

let desk: Desk
let near: string
let children: ChildProcess[]

beforeEach(() => {
  desk = openDesk(['critic', 'scout'])
  near = join(desk.folder, 'near')
  mkdirSync(join(near, 'programs'), { recursive: true })
  symlinkSync(programFile, join(near, 'programs/watchpost'))
  children = []
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  desk.close()
})

const env = () => ({ HOME: near, PATH: `${near}/programs:${process.env['PATH']}` })
const send = (subject: string): string =>
  desk.json('send', 'critic', '-s', subject, '--again', '--as', 'scout').id
const door = () => `exec:${process.execPath} ${programFile} door '${desk.folder}'`

function start(args: readonly string[], more: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = desk.start(args, more)
  children.push(child)
  return child
}

/** The lines of a program that follows, one after the other. */
function follow(args: readonly string[] = [], more: NodeJS.ProcessEnv = {}) {
  const child = start([...args, 'journal', '--follow', '--json', '--since', '2020-01-01'], more)
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]()
  const next = async () => {
    const { value } = await lines.next()
    return JSON.parse(value as string)
  }
  return { child, next }
}

async function untilSent({ next }: Pick<ReturnType<typeof follow>, 'next'>): Promise<string> {
  for (;;) {
    const { what, message } = await next()
    if (what === 'sent') return message as string
  }
}

async function startLink(): Promise<void> {
  const child = start(['link', door()], env())
  await new Promise((listening) =>
    child.stderr?.on('data', (text: Buffer) => text.includes('Listening') && listening(null)),
  )
}

describe('journal --follow prints what is there and what comes', () => {
  test.each([
    ['of a store on this machine', async () => follow()],
    ['through a door', async () => follow(['--store', door()], env())],
    [
      'through a link',
      async () => {
        await startLink()
        return follow(['--store', door()], env())
      },
    ],
  ])('%s', async (_, begin) => {
    const first = send('first')
    const following = await begin()
    expect(await untilSent(following)).toBe(first)
    const second = send('second')
    expect(await untilSent(following)).toBe(second)
    desk.run(['ack', second, '--as', 'critic'])
    expect(await following.next()).toMatchObject({ what: 'ack', message: second, owner: 'critic' })
  })

  test.each(['1h', '2h ago', 'yesterday'])('since a time as people write it: %s', async (since) => {
    const first = send('first')
    const child = start(['journal', '--follow', '--json', '--since', since])
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]()
    const next = async () => JSON.parse((await lines.next()).value as string)
    expect(await untilSent({ next })).toBe(first)
  })

  test('nothing after a cursor of a store that was restored since, and has grown beyond it', async () => {
    send('first')
    desk.run(['backup', 'before'])
    const second = send('second')
    const { child, next } = follow()
    let line = await next()
    while (line.message !== second) line = await next()
    child.kill()
    expect(desk.run(['backup', 'restore', 'before']).code).toBe(0)
    for (const subject of ['other', 'more', 'most']) send(subject)
    expect(desk.run(['journal', '--follow', '--json', '--after', line.cursor])).toMatchObject({
      code: 4,
      out: '',
      err: expect.stringContaining('restored or replaced'),
    })
  })

  test('from the cursor of a line on, or from now on', async () => {
    const first = send('first')
    const { next } = follow()
    let line = await next()
    while (line.message !== first) line = await next()
    const second = send('second')
    const after = createInterface({
      input: start(['journal', '--follow', '--json', '--after', line.cursor]).stdout as NodeJS.ReadableStream,
    })[Symbol.asyncIterator]()
    expect(JSON.parse((await after.next()).value as string)).toMatchObject({ what: 'sent', message: second })
  })
})

describe('journal --follow ends', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('by %s', async (signal) => {
    const following = follow()
    await following.next()
    following.child.kill(signal)
    expect((await once(following.child, 'close'))[1]).toBe(signal)
  })

  test('without an error once nobody reads it', async () => {
    const following = follow()
    let said = ''
    following.child.stderr?.on('data', (text: Buffer) => (said += text.toString()))
    await following.next()
    following.child.stdout?.destroy()
    const ended = once(following.child, 'close')
    send('to nobody')
    expect(await ended).toEqual([0, null])
    expect(said).toBe('')
  })

  test.each([
    [['--limit', '5'], '--limit goes with pages'],
    [['--since', '2h', '--after', 'm0-d0-e0'], 'both say where to begin'],
    [['--after', 'yesterday'], 'Invalid cursor'],
    [['--after', 'm999-d999-e999'], 'has not recorded as much'],
  ])('at once where it is asked for what it cannot do: %s', (words, said) => {
    const { code, out, err } = desk.run(['journal', '--follow', ...words])
    expect([out, err]).toEqual(['', expect.stringContaining(said)])
    expect(code).not.toBe(0)
  })
})

test('a batch, which answers each line once, refuses to follow', () => {
  const { out } = desk.run(['batch'], { input: '{"command":"journal","input":{"follow":true}}\n' })
  expect(JSON.parse(out)).toMatchObject({ ok: false, error: { code: 'usage' } })
})

test('people read one line for each change', async () => {
  const child = start(['journal', '--follow', '--since', '2020-01-01'])
  const id = send('first')
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream }))
    if (line.includes('sent')) {
      expect(line).toMatch(new RegExp(`^\\S+ .*scout sent ${id} critic$`, 'u'))
      break
    }
})
