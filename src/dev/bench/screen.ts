import { readFileSync } from 'node:fs'
import { openProgram, type Program } from '../../../test/support/terminal.ts'
import { benchArrivals } from './arrivals.ts'
import type { Programs } from './commands.ts'
import { benchCrowded, benchKeys, idsInOrder, selectedIn } from './keys.ts'
import { atMost, bareEnvironment, type Figure, later, median, whole } from './measure.ts'
import { firstAgent } from './world.ts'

const keys = 240
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
    const held = await benchKeys(program, order, at)
    const busy = (10 * (ticksOf(program.pid) - before)) / (2 * keys)
    const crowded = await benchCrowded(program, location, order)
    const arrivals = await benchArrivals(program, location)
    const resting = await benchIdle(program)
    const clears = program.bytes().toString('latin1').split(clear).length - 2
    return [
      ...held,
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
    // The first one is left as a person leaves it, so that its compiled code is kept.
    if (run < 0) {
      program.send('q')
      await program.exited()
      continue
    }
    await program.kill()
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
