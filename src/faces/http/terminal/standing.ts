import { ageOf } from '../../../domain/moment.ts'
import { type Safe, sanitizeLine } from '../../../domain/sanitize.ts'
import { counted, grouped } from '../../present.ts'
import type { World } from '../world.ts'

/** A summary of the server's work, for its terminal. */
export type Standing = {
  readonly url: string
  readonly swarm: string
  readonly startedAt: number
  readonly requests: number
  /** Of those the answers by a 4xx and by a 5xx. */
  readonly refused: number
  readonly failed: number
  /** Tasks that somebody waits for. */
  readonly tasks: number
  readonly streams: number
  readonly callers: number
  readonly outbox: number
  readonly peers: readonly { readonly name: string; readonly active: boolean; readonly lastSeen: number }[]
}

export async function standingOf(world: World, url: string): Promise<Standing> {
  const { metrics, hub, mailbox, swarm, startedAt } = world
  const { swarms } = await mailbox.listSwarms({})
  return {
    url,
    swarm,
    startedAt,
    requests: metrics.total('requests'),
    refused: metrics.total('requests', 'status="4'),
    failed: metrics.total('requests', 'status="5'),
    tasks: hub.awaited().length,
    streams: metrics.level('streams'),
    callers: metrics.level('waiting'),
    outbox: (await mailbox.waitingParcels()).count,
    peers: swarms.map(({ name, active, lastSeen }) => ({ name, active, lastSeen: Date.parse(lastSeen) })),
  }
}

/** Peers that are lost come first, and no more of them than a line holds. */
export function standingLines(standing: Standing, now: number, columns: number): readonly Safe[] {
  const { url, swarm, startedAt, requests, refused, failed, tasks, streams, callers, outbox } = standing
  const peers = standing.peers.toSorted((one, other) => Number(one.active) - Number(other.active))
  const told = peers.map(({ name, active, lastSeen }) =>
    active ? `● ${name}` : `○ ${name}, lost ${ageOf(lastSeen, now)} ago`,
  )
  const asked = `${grouped(requests)} request${requests === 1 ? '' : 's'}`
  const facts = [
    refused + failed === 0 ? asked : `${asked} (${grouped(refused)} refused, ${grouped(failed)} failed)`,
    `${counted(tasks, 'task')} awaited`,
    counted(streams, 'stream'),
    `${counted(callers, 'caller')} waiting`,
    `${outbox} on the way`,
  ]
  const lines = [
    `── ${swarm} at ${url}, up ${ageOf(startedAt, now)} ──`,
    ...wrapped(facts, columns),
    told.length === 0 ? 'no other swarms' : `swarms: ${told.join(separator)}`,
  ]
  return lines.map((line) => cutTo(sanitizeLine(line), columns))
}

const separator = ' · '

/** As many a line as there is room for. */
function wrapped(facts: readonly string[], columns: number): readonly string[] {
  const lines: string[] = []
  for (const fact of facts) {
    const longer = `${lines.at(-1)}${separator}${fact}`
    if (lines.length > 0 && longer.length < columns) lines[lines.length - 1] = longer
    else lines.push(fact)
  }
  return lines
}

/** Characters that may be wide count as wide: a short line does no harm, but a wrapped one is not erased. */
function cutTo(line: Safe, columns: number): Safe {
  let left = columns - 1
  let kept = ''
  for (const character of line) {
    left -= /[\x20-\x7e─·●○]/u.test(character) ? 1 : 2
    if (left < 0) return `${kept}…` as Safe
    kept += character
  }
  return line
}
