import { openProgram, type Program } from '../../../test/support/terminal.ts'
import { benchArrivals } from './arrivals.ts'
import type { Programs } from './commands.ts'
import { benchCrowded, benchKeys, idsInOrder, selectedMessage as selectedIn } from './keys.ts'
import { type Figure, later, median, whole } from './measure.ts'
import { benchIdle, openSeat, residentOf, seatEnvironment, ticksOf } from './seat.ts'
import { putAtRest } from './world.ts'

const keys = 240
const starts = 7
const clear = '\x1b[2J'

/** The terminal inbox on a store that is as full as it says, and whose upkeep has nothing to do. */
export async function benchScreen(
  location: string,
  messages: number,
  programs: Programs,
): Promise<readonly Figure[]> {
  await putAtRest(location)
  const at = `at ${messages.toLocaleString('en')} messages`
  const open = () => openSeat(location, programs)
  const first = await benchStarts(open, programs)
  const listed = { order: await idsInOrder(location, keys + 1), selectedIn }
  const program = open()
  try {
    await program.until('the first row', (lines) => selectedIn(lines) === listed.order[0], 30_000)
    await later(2_000)
    const resting = await benchIdle(program, `inbox ${at}`)
    const before = ticksOf(program.pid)
    const held = await benchKeys(program, listed, `inbox ${at}`)
    const busy = (10 * (ticksOf(program.pid) - before)) / (2 * keys)
    const arrivals = await benchArrivals(program, location)
    // Last, since it leaves upkeep with work.
    const crowded = await benchCrowded(program, location, listed)
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
      resting,
      {
        what: 'resident memory of the screen, both threads',
        figure: `${whole(residentOf(program.pid))} MB`,
      },
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
    await openProgram([process.execPath, emptyScript], { env: seatEnvironment() }).exited()
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
