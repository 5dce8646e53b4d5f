import { readFileSync } from 'node:fs'
import { openProgram, type Program } from '../../../test/support/terminal.ts'
import { beginTraffic, benchArrivals } from './arrivals.ts'
import type { Programs } from './commands.ts'
import { atMost, bareEnvironment, type Figure, median, quantile, whole } from './measure.ts'
import { firstAgent, openFor } from './world.ts'

const keys = 240
/** As a keyboard repeats. */
const pause = 33
const keyAim = 16
const rosterWidth = 28
/** Messages a second from elsewhere. */
const traffic = 100
const starts = 7
const idle = 5_000
const size = { columns: 200, rows: 50 }
const clear = '\x1b[2J'

/** The terminal inbox through a pty into a terminal emulator, on a store that is as full as it says. */
export async function benchScreen(
  location: string,
  messages: number,
  programs: Programs,
): Promise<readonly Figure[]> {
  const at = `at ${messages.toLocaleString('en')} messages`
  const command = [process.execPath, programs.program, '--store', location, '--as', firstAgent]
  const open = () => openProgram(command, { ...size, env: openEnvironment() })
  const first = await benchStarts(open, programs)
  const order = await idsInOrder(location, keys + 1)
  const program = open()
  try {
    await program.until('the first row', (lines) => selectedIn(lines) === order[0], 30_000)
    await later(2_000)
    const before = ticksOf(program.pid)
    const held = await holdKey(program, 'j', order)
    const back = await holdKey(program, 'k', order.toReversed())
    const busy = (10 * (ticksOf(program.pid) - before)) / (2 * keys)
    const crowded = await benchCrowded(program, location, order)
    const arrivals = await benchArrivals(program, location)
    const resting = await benchIdle(program)
    const clears = program.bytes().toString('latin1').split(clear).length - 2
    const times = [...held.times, ...back.times]
    return [
      ...keyFigures(times, held.bytes + back.bytes, held.skipped + back.skipped, at),
      ...crowded,
      { what: 'processor time a key, of both threads', figure: `${busy.toFixed(1)} ms` },
      {
        what: 'full clears of the screen after the start',
        figure: String(clears),
        aim: '0',
        met: clears === 0,
      },
      ...arrivals,
      { what: `first rows on the screen after the start, ${at}`, ...first },
      ...resting,
    ]
  } finally {
    await program.kill()
  }
}

/** The same keys, while another process sends to all the other agents. */
async function benchCrowded(
  program: Program,
  location: string,
  order: readonly string[],
): Promise<readonly Figure[]> {
  const stop = beginTraffic(location, traffic)
  await later(1_000)
  const held = await holdKey(program, 'j', order)
  const back = await holdKey(program, 'k', order.toReversed())
  await stop()
  const times = [...held.times, ...back.times]
  const p95 = quantile(times, 0.95)
  return [
    {
      what: `the same while ${traffic} messages a second arrive: p50 / p95`,
      figure: `${median(times).toFixed(1)} / ${p95.toFixed(1)} ms`,
      aim: `p95 ≤ ${keyAim} ms`,
      met: p95 <= keyAim,
    },
    {
      what: `selection steps that ${times.length} such keys lost`,
      figure: String(held.skipped + back.skipped),
      aim: '0',
      met: held.skipped + back.skipped === 0,
    },
  ]
}

function keyFigures(times: readonly number[], bytes: number, skipped: number, at: string): readonly Figure[] {
  const p95 = quantile(times, 0.95)
  return [
    {
      what: `key to visible row, j and k held at 30 a second, 200×50, ${at}: p50 / p95`,
      figure: `${median(times).toFixed(1)} / ${p95.toFixed(1)} ms`,
      aim: `p95 ≤ ${keyAim} ms`,
      met: p95 <= keyAim,
    },
    {
      what: `selection steps that ${times.length} such keys lost`,
      figure: String(skipped),
      aim: '0',
      met: skipped === 0,
    },
    {
      what: 'bytes to the terminal a key (selection and the whole thread beside it)',
      figure: whole(bytes / times.length),
    },
  ]
}

type Held = { readonly times: readonly number[]; readonly bytes: number; readonly skipped: number }

/** Writes one key again and again, whatever the screen does; each is answered once its row is drawn. */
export async function holdKey(
  program: Program,
  key: string,
  order: readonly (string | null)[],
): Promise<Held> {
  const before = program.bytes().length
  const pressed: number[] = []
  const times: number[] = []
  const seen = program.until(
    `all rows of ${key}`,
    (lines) => {
      const reached = order.indexOf(selectedIn(lines))
      const now = performance.now()
      while (times.length < reached) times.push(now - (pressed[times.length] ?? now))
      return times.length >= order.length - 1
    },
    60_000,
  )
  const start = performance.now()
  for (let at = 0; at < order.length - 1; at += 1) {
    await later(start + at * pause - performance.now())
    pressed.push(performance.now())
    void program.send(key)
  }
  await seen
  await later(500)
  const stands = order.indexOf(selectedIn(program.screen()))
  return { times, bytes: program.bytes().length - before, skipped: Math.abs(order.length - 1 - stands) }
}

/** The number in the subject of the row that is selected in the middle pane. */
export function selectedIn(lines: readonly string[]): string | null {
  for (const line of lines) {
    const found = /^.?▸.*?#(\d+) /u.exec(line.slice(rosterWidth))
    if (found?.[1] !== undefined) return found[1]
  }
  return null
}

export async function idsInOrder(location: string, most: number): Promise<readonly string[]> {
  const { mailbox, close } = await openFor(location, firstAgent)
  const { messages } = await mailbox.inbox({ limit: most })
  await close()
  return messages.map(({ subject }) => /^#(\d+)/u.exec(subject)?.[1] ?? '')
}

/** From the start of the process to rows on the screen, of what an empty script takes in the same pty. */
async function benchStarts(open: () => Program, { emptyScript }: Programs): Promise<Pick<Figure, 'figure'>> {
  const [ours, bare]: [number[], number[]] = [[], []]
  for (let run = -1; run < starts; run += 1) {
    const empty = performance.now()
    await openProgram([process.execPath, emptyScript], { env: openEnvironment() }).exited()
    const start = performance.now()
    const program = open()
    await program.until('the first rows', (lines) => selectedIn(lines) !== null, 30_000)
    const seen = performance.now()
    await program.kill()
    if (run < 0) continue
    bare.push(start - empty)
    ours.push(seen - start)
  }
  const [own, base] = [median(ours), median(bare)]
  return { figure: `${Math.round(own)} ms (bare Node ${Math.round(base)} ms, ${(own / base).toFixed(1)}×)` }
}

async function benchIdle(program: Program): Promise<readonly Figure[]> {
  await later(1_500)
  const before = ticksOf(program.pid)
  await later(idle)
  const used = ((ticksOf(program.pid) - before) * 10 * 100) / idle
  const resident = residentOf(program.pid)
  return [
    atMost('processor time while idle, over 5 s', used, 1, (value) => `${value.toFixed(1)} %`),
    { what: 'resident memory of the screen, both threads', figure: `${whole(resident)} MB` },
  ]
}

/** Memory of a process that is not paged out, MB. */
export function residentOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/mu.exec(status)?.[1] ?? Number.NaN) / 1024
}

/** Processor time in hundredths of a second, of all its threads. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}

function openEnvironment(): Record<string, string | undefined> {
  const bare = bareEnvironment()
  const emptied = Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]))
  return { ...emptied, ...bare, COLORTERM: 'truecolor', LANG: 'C.UTF-8' }
}

export function later(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)))
}
