import { openBatch } from '../../../test/support/batch.ts'
import type { Program } from '../../../test/support/terminal.ts'
import { agentName } from './fill.ts'
import { atMost, type Figure, later, median, quantile } from './measure.ts'
import { ticksOf } from './seat.ts'
import { firstAgent, letSend, secondAgent } from './world.ts'

const sends = 40
const limit = 100

/** From another process being told to send until the screen counts one more unread. */
export async function benchArrivals(program: Program, location: string): Promise<readonly Figure[]> {
  letSend(location)
  const batch = openBatch(['--store', location, '--as', secondAgent])
  const times: number[] = []
  for (let at = -3; at < sends; at += 1) {
    const before = unreadIn(program.screen())
    const start = performance.now()
    batch.feed([{ command: 'send', input: { to: [firstAgent], subject: `arrival ${at}`, body: 'body' } }])
    await program.until('one more unread', (lines) => unreadIn(lines) > before)
    if (at >= 0) times.push(performance.now() - start)
    await later(150 + (at % 7) * 20)
  }
  await batch.finish()
  const p95 = quantile(times, 0.95)
  return [
    {
      what: "another process's send until the screen shows it: p50 / p95",
      figure: `${median(times).toFixed(0)} / ${p95.toFixed(0)} ms`,
      aim: `p95 < ${limit} ms`,
      met: p95 < limit,
    },
  ]
}

/** Messages a second from others. */
export const trafficRate = 100

/** One process sends so many messages a second to all but the first agent, until it is told to stop. */
export function beginTraffic(location: string, perSecond: number): () => Promise<void> {
  letSend(location)
  const batch = openBatch(['--store', location, '--as', secondAgent])
  let sent = 0
  const timer = setInterval(() => {
    sent += 1
    const to = [agentName(2 + (sent % 198))]
    batch.feed([{ command: 'send', input: { to, subject: `traffic ${sent}`, body: 'body' } }])
  }, 1_000 / perSecond)
  return async () => {
    clearInterval(timer)
    await batch.finish()
  }
}

const [busySeconds, busyAim] = [20, 15]

/** What both threads of a screen that nobody touches use while others mail each other. */
export async function benchTraffic(program: Program, location: string, where: string): Promise<Figure> {
  const stop = beginTraffic(location, trafficRate)
  await later(2_000)
  const before = ticksOf(program.pid)
  await later(busySeconds * 1_000)
  const used = (ticksOf(program.pid) - before) / busySeconds
  await stop()
  const what = `${where}: processor time while ${trafficRate} messages a second arrive, over ${busySeconds} s`
  return atMost(what, used, busyAim, (value) => `${value.toFixed(1)} %`)
}

function unreadIn(lines: readonly string[]): number {
  return Number(/([\d,]+) unread/u.exec(lines[0] ?? '')?.[1]?.replaceAll(',', '') ?? Number.NaN)
}
