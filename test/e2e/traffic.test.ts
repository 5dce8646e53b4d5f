import { afterAll, expect, it } from 'vitest'
import { agentName, fillStore } from '../../src/dev/bench/fill.ts'
import { holdKey, idsInOrder, selectedMessage as selectedIn } from '../../src/dev/bench/keys.ts'
import { later } from '../../src/dev/bench/measure.ts'
import { residentOf } from '../../src/dev/bench/seat.ts'
import type { Mailbox } from '../../src/mailbox.ts'
import { endurance, proof, proofPatience, scaled } from '../support/scale.ts'
import { emptyStore, leaveAll, type Seat, sitDown } from '../support/terminal-world.ts'

const [me, other] = [agentName(0), agentName(1)]
/** An hour at a hundred a second; but for the first seconds as fast as they can be sent. */
const messages = scaled(3_000, 360_000)
const aSecond = 100
const keysHeld = scaled(40, 300)
/** MB. A young process takes more until it has done everything once. */
const mostMemory = scaled(200, 150)
const clear = '\x1b[2J'

afterAll(leaveAll)

it(
  proof(
    `an hour of 100 messages a second: no key is lost, nothing is cleared, memory stays under ${mostMemory} MB`,
    messages,
    'messages',
  ),
  async () => {
    const store = await emptyStore(['lea'])
    fillStore(store, { messages: 5_000, agents: 20 }, Date.now())
    const order = await idsInOrder(store, keysHeld + 1)
    const seat = await sitDown({ store, as: me, columns: 200, rows: 50 })
    await seat.until('the first row', (lines) => lines.some((line) => line.includes(`#${order[0]} `)))
    const clears = clearsOf(seat)
    const sender = await (await seat.outside()).as(other)
    const held = await whileMailArrives(sender, () => holdKey(seat, 'j', { order, selectedIn }))
    expect(held.result.skipped).toBe(0)
    const memory: number[] = []
    for (let sent = held.sent; sent < messages; ) {
      sent += await send(sender, sent, Math.min(messages / 20, messages - sent))
      await everyOneCounted(seat, sender, sent)
      memory.push(residentOf(seat.pid))
    }
    expect(clearsOf(seat)).toBe(clears)
    console.log(`resident: ${memory.map(Math.round).join(' ')} MB`)
    expect(Math.max(...memory)).toBeLessThan(mostMemory)
    if (endurance) expect(growthOf(memory)).toBeLessThan(mostMemory / 10)
  },
  proofPatience(900_000),
)

/** As a swarm sends: a hundred a second, whatever else goes on. */
async function whileMailArrives<T>(sender: Mailbox, play: () => Promise<T>) {
  let playing = true
  const played = play().finally(() => {
    playing = false
  })
  let sent = 0
  for (const start = performance.now(); playing; await later(10)) {
    const due = ((performance.now() - start) / 1_000) * aSecond
    sent += await send(sender, sent, Math.max(0, Math.floor(due) - sent))
  }
  return { result: await played, sent }
}

async function send(sender: Mailbox, from: number, count: number): Promise<number> {
  for (let at = 0; at < count; at += 1)
    await sender.send({
      to: [me],
      subject: `arrival ${from + at}`,
      again: true,
      body: 'The build is green again. '.repeat(20),
    })
  return count
}

/** What was sent is on the screen. The worker may go on with upkeep, slowly, for long. */
async function everyOneCounted(seat: Seat, sender: Mailbox, sent: number): Promise<void> {
  const { unread } = await sender.showAgent({ agent: me })
  await seat.sees(`${unread.total} unread`, 60_000)
  expect(unread.total).toBeGreaterThan(sent)
  await later(500)
}

function clearsOf(seat: Seat): number {
  return seat.bytes().toString('latin1').split(clear).length
}

/** How much the last third takes beyond the second. */
function growthOf(memory: readonly number[]): number {
  const third = Math.floor(memory.length / 3)
  const most = (part: readonly number[]): number => Math.max(...part)
  return most(memory.slice(2 * third)) - most(memory.slice(third, 2 * third))
}
