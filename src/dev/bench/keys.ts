import type { Program } from '../../../test/support/terminal.ts'
import { beginTraffic, trafficRate } from './arrivals.ts'
import { type Figure, later, median, quantile, whole } from './measure.ts'
import { firstAgent, openFor } from './world.ts'

/** As a keyboard repeats. */
const pause = 33
const keyAim = 16
/** Messages a second from elsewhere. */
const rosterWidth = 28

/** The name of the selected row of a list, as its screen shows it. */
export type SelectedIn = (lines: readonly string[]) => string | null
/** The rows of a list in their order, and which of them is selected. */
export type Listed = { readonly order: readonly string[]; readonly selectedIn: SelectedIn }

/** j held to the end of these rows, then k back: until each row is drawn. */
export async function benchKeys(program: Program, listed: Listed, where: string): Promise<readonly Figure[]> {
  const { times, bytes, skipped } = await thereAndBack(program, listed)
  return [
    figureOf(`${where}: key to visible row, j and k held at 30 a second, 200×50, p50 / p95`, times),
    lost(times.length, skipped),
    {
      what: 'bytes to the terminal a key (selection and the whole thread beside it)',
      figure: whole(bytes / times.length),
    },
  ]
}

/** The same keys, while another process sends to all the other agents. */
export async function benchCrowded(
  program: Program,
  location: string,
  listed: Listed,
): Promise<readonly Figure[]> {
  const stop = beginTraffic(location, trafficRate)
  await later(1_000)
  const { times, skipped } = await thereAndBack(program, listed)
  await stop()
  return [
    figureOf(`the same while ${trafficRate} messages a second arrive: p50 / p95`, times),
    lost(times.length, skipped),
  ]
}

function figureOf(what: string, times: readonly number[]): Figure {
  const p95 = quantile(times, 0.95)
  const figure = `${median(times).toFixed(1)} / ${p95.toFixed(1)} ms`
  return { what, figure, aim: `p95 ≤ ${keyAim} ms`, met: p95 <= keyAim }
}

function lost(keys: number, skipped: number): Figure {
  return {
    what: `selection steps that ${keys} such keys lost`,
    figure: String(skipped),
    aim: '0',
    met: skipped === 0,
  }
}

async function thereAndBack(program: Program, { order, selectedIn }: Listed): Promise<Held> {
  const there = await holdKey(program, 'j', { order, selectedIn })
  const back = await holdKey(program, 'k', { order: order.toReversed(), selectedIn })
  return {
    times: [...there.times, ...back.times],
    bytes: there.bytes + back.bytes,
    skipped: there.skipped + back.skipped,
  }
}

type Held = { readonly times: readonly number[]; readonly bytes: number; readonly skipped: number }

/** Writes one key again and again, whatever the screen does; each is answered once its row is drawn. */
export async function holdKey(program: Program, key: string, { order, selectedIn }: Listed): Promise<Held> {
  const before = program.bytes().length
  const pressed: number[] = []
  const times: number[] = []
  const seen = program.until(
    `all rows of ${key}`,
    (lines) => {
      const reached = order.indexOf(selectedIn(lines) ?? '')
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
  const stands = order.indexOf(selectedIn(program.screen()) ?? '')
  return { times, bytes: program.bytes().length - before, skipped: Math.abs(order.length - 1 - stands) }
}

/** The number in the subject of the row that is selected in the middle pane. */
export const selectedMessage: SelectedIn = (lines) => {
  for (const line of lines) {
    const found = /^.?▸.*?#(\d+) /u.exec(line.slice(rosterWidth))
    if (found?.[1] !== undefined) return found[1]
  }
  return null
}

/** The numbers of the first agent's rows, in the order of the inbox. */
export async function idsInOrder(location: string, most: number): Promise<readonly string[]> {
  const { mailbox, close } = await openFor(location, firstAgent)
  const { messages } = await mailbox.inbox({ limit: most })
  await close()
  return messages.map(({ subject }) => /^#(\d+)/u.exec(subject)?.[1] ?? '')
}
