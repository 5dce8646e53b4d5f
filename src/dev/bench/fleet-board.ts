import { benchArrivals, benchTraffic } from './arrivals.ts'
import type { Programs } from './commands.ts'
import { benchCrowded, benchKeys, type SelectedIn, selectedMessage } from './keys.ts'
import type { Figure } from './measure.ts'
import { benchIdle, openSeat, ticksOf } from './seat.ts'
import { firstAgent, openFor, putAtRest } from './world.ts'

const keys = 240

/** The board of a large fleet, on a store whose upkeep has nothing to do. */
export async function benchBoard(location: string, programs: Programs): Promise<readonly Figure[]> {
  await putAtRest(location)
  const { order, agents } = await agentsInOrder(location)
  const program = openSeat(location, programs)
  try {
    await program.until('the first row', (lines) => selectedMessage(lines) !== null, 30_000)
    program.send('B')
    await program.until('the board', (lines) => selectedAgent(lines) !== null)
    // No agent changes its place while the order is that of their names.
    program.send('s')
    await program.until('the names in order', (lines) => selectedAgent(lines) === order[0])
    const where = `fleet board with ${agents.toLocaleString('en')} agents`
    const resting = await benchIdle(program, where)
    const before = ticksOf(program.pid)
    const listed = { order, selectedIn: selectedAgent }
    const held = await benchKeys(program, listed, where)
    const busy = (10 * (ticksOf(program.pid) - before)) / (2 * keys)
    const arrivals = await benchArrivals(program, location)
    // Last, since it leaves upkeep with work.
    const crowded = await benchCrowded(program, location, listed)
    const busyBoard = await benchTraffic(program, location, where)
    program.send('\x1b')
    await program.until('the inbox', (lines) => selectedMessage(lines) !== null)
    const busyInbox = await benchTraffic(
      program,
      location,
      `inbox beside ${agents.toLocaleString('en')} agents`,
    )
    return [
      ...held,
      ...crowded,
      { what: 'processor time a key, of both threads', figure: `${busy.toFixed(1)} ms` },
      ...arrivals,
      resting,
      busyBoard,
      busyInbox,
    ]
  } finally {
    await program.kill()
  }
}

/** The agent of the selected row. */
const selectedAgent: SelectedIn = (lines) => {
  for (const line of lines) {
    const found = /^│▸ \S (\S+)/u.exec(line)
    if (found?.[1] !== undefined) return found[1]
  }
  return null
}

async function agentsInOrder(location: string) {
  const { mailbox, close } = await openFor(location, firstAgent)
  const { fleet } = await mailbox.fleet({ sort: 'name', limit: 5_000 })
  await close()
  return { order: fleet.slice(0, keys + 1).map(({ agent }) => agent), agents: fleet.length }
}
