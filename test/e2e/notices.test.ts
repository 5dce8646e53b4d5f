import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { until } from '../support/soon.ts'
import {
  copiedWorld,
  leaveAll,
  type Seat,
  seatAt,
  sitDown,
  start,
  watchpost,
} from '../support/terminal-world.ts'

const hasTmux = spawnSync('tmux', ['-V']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'watchpost-notices-'))
const socket = join(folder, 'socket')

async function tmux(...args: readonly string[]): Promise<string> {
  return (await promisify(execFile)('tmux', ['-S', socket, ...args])).stdout.trim()
}

afterAll(async () => {
  if (hasTmux) await tmux('kill-server').catch(() => undefined)
  await leaveAll()
  rmSync(folder, { recursive: true, force: true })
})

async function writes(seat: Seat, subject: string): Promise<void> {
  const tester = await (await seat.outside()).as('swarm_dev/tester')
  await tester.send({ to: ['lea'], subject, body: 'Look.', priority: 'urgent' })
  await seat.sees(subject)
}

const written = (seat: Seat): string => seat.bytes().toString()
/** Somebody looks elsewhere, or here again; what the key behind it does tells that it is known. */
async function looks(seat: Seat, where: 'here' | 'elsewhere', key: string, shows: RegExp): Promise<void> {
  await seat.send(where === 'here' ? '\x1b[I' : '\x1b[O')
  await seat.press(key)
  await seat.sees(shows)
}

describe.concurrent('new mail', () => {
  it('stands in the title of the window, however it came', async () => {
    const seat = await sitDown()
    await seat.sees('11 unread')
    await seat.until('a title', () => written(seat).includes('\x1b]2;watchpost: 11 unread · 3 urgent\x07'))
    await writes(seat, 'Disk is full')
    await seat.until('another', () => written(seat).includes('\x1b]2;watchpost: 12 unread · 4 urgent\x07'))
  })

  it('rings once where nobody looks, and never where somebody does', async () => {
    const seat = await sitDown()
    const bells = (): number =>
      written(seat)
        .replaceAll(/\x1b\][^\x07]*\x07/gu, '')
        .split('\x07').length - 1
    await writes(seat, 'Seen as it comes')
    await seat.quiet()
    expect(bells()).toBe(0)
    await looks(seat, 'elsewhere', 'j', /▸!! ● critic/u)
    await writes(seat, 'Disk is full')
    await seat.until('a bell', () => bells() === 1)
    await writes(seat, 'Disk is still full')
    await seat.quiet()
    expect(bells()).toBe(1)
    await looks(seat, 'here', 'k', /▸!! ● coo/u)
    await writes(seat, 'Disk is empty')
    await seat.quiet()
    expect(bells()).toBe(1)
  })

  it('is told of on the desktop by who wants that, in words that no agent chose', async () => {
    const store = await copiedWorld()
    writeFileSync(join(store, 'config.yaml'), 'notices: osc777\n')
    const seat = await sitDown({ store })
    await seat.sees('11 unread')
    await looks(seat, 'elsewhere', 'j', /▸!! ● critic/u)
    await writes(seat, 'Buy; now')
    await seat.until('a notice', () =>
      written(seat).includes('\x1b]777;notify;watchpost; 1 urgent message, 12 unread\x07'),
    )
  })
})

describe.skipIf(!hasTmux)('new mail in tmux as it comes, which does not tell who has the focus', () => {
  it('rings in a window that nobody looks at, and in no other', async () => {
    const store = await copiedWorld()
    const command = [
      'tmux',
      '-S',
      socket,
      '-f',
      '/dev/null',
      'new-session',
      '-s',
      'w',
      ...watchpost(store, 'lea'),
    ]
    const desk = seatAt(start(command, { columns: 120, rows: 32, env: { TMUX: undefined } }), store)
    await desk.sees(' live ')
    const rang = () => tmux('display', '-p', '-t', 'w:0', '#{window_bell_flag}')
    const bells = () => written(desk).split('\x07').length - 1
    const before = bells()
    await writes(desk, 'Seen as it comes')
    await desk.quiet(500)
    expect(bells()).toBe(before)
    await tmux('new-window', '-t', 'w', 'cat')
    await desk.misses('Seen as it comes')
    const tester = await (await desk.outside()).as('swarm_dev/tester')
    await tester.send({ to: ['lea'], subject: 'Disk is full', body: 'Look.', priority: 'urgent' })
    await until(async () => (await rang()) === '1', 'the bell of the window')
  })
})
