import { excessOf, keptSince, type Pruning } from '../../src/domain/channel.ts'
import { nextSeverity } from '../../src/domain/escalation.ts'
import { agentOverride, inCooldown, shouldEscalate } from '../../src/domain/redispatch.ts'
import type { ForeignPlace } from '../../src/formats/format.ts'
import { placeType, printPlace, readPlace } from '../../src/formats/gastown/place.ts'
import { type Judge, type Judged, picked } from './case.ts'

type Fields = Readonly<Record<string, unknown>>
type Type = ForeignPlace['type']
const labelOf = (type: Type) => ({ labels: [`gt:${type}`] })

/** A place without a name in its description is known by its id. */
function parsed(type: Type): Judge {
  return (description: string, { created_by: _by, created_at: _at, ...expected }: Fields) => {
    const bead = {
      id: description === '' ? `hq-${type === 'queue' ? 'q' : type}-x` : '',
      description,
      ...labelOf(type),
    }
    if (placeType(bead) !== type) return [null, expected]
    try {
      const [found] = readPlace(bead, 'line 1', type)
      if (found?.type !== 'place') return [null, expected]
      const { place } = found
      return picked(fieldsOf(place, description === ''), expected)
    } catch {
      return [null, expected]
    }
  }
}

function fieldsOf(place: ForeignPlace, nameless: boolean): Fields {
  const name = nameless ? '' : place.name
  switch (place.type) {
    case 'group':
      return { ...place, name }
    case 'queue':
      return { name, status: place.status, claim_pattern: place.claimers[0] ?? '*' }
    case 'channel':
      return {
        ...place,
        name,
        retention_count: place.retainCount ?? 0,
        retention_hours: place.retainHours ?? 0,
      }
  }
}

function printed(type: 'queue' | 'channel'): Judge {
  return (input: Fields & { name?: string }, expected: { contains: readonly string[] }) => {
    if (input.name === undefined) return ['no place', expected]
    const counts = Object.fromEntries(
      ['available', 'processing', 'completed', 'failed'].map((name) => [name, input[`${name}_count`] ?? 0]),
    )
    const status = input['status']
    const claimers = [String(input['claim_pattern'] ?? '*')]
    const place =
      type === 'queue'
        ? { type, name: input.name, status, order: 'fifo', maxConcurrency: null, claimers, counts }
        : {
            type,
            name: input.name,
            status,
            subscribers: input['subscribers'] ?? [],
            retainCount: null,
            retainHours: null,
          }
    const { created_by: maker, created_at: at } = input
    const made = { maker, madeAt: typeof at === 'string' ? Date.parse(at) : null }
    const known = { ...place, ...made } as unknown as ForeignPlace
    const bead = printPlace(known) as { title: string; description: string }
    const text = `${bead.title}\n${bead.description}`.toLowerCase()
    const lines = expected.contains.map((line) => line.toLowerCase())
    return [lines.filter((line) => text.includes(line)), lines]
  }
}

type Kept = {
  retention_count: number
  retention_hours: number
  messages?: number
  ages_h?: readonly number[]
}
type Left = { prune_oldest?: number; remaining?: number; pruned_ages_h?: readonly number[] }

function retention(when: Pruning): Judge {
  return (input: Kept, expected: Left): Judged => {
    const hour = 3_600_000
    const now = 10_000 * hour
    const rule = { retainCount: input.retention_count, retainHours: input.retention_hours }
    const ages = [...(input.ages_h ?? Array.from({ length: input.messages ?? 0 }, () => 0))].sort(
      (one, other) => other - one,
    )
    const excess = excessOf(rule, ages.length, when)
    const since = keptSince(rule, now) ?? Number.NEGATIVE_INFINITY
    const gone = ages.filter((age, at) => at < excess || now - age * hour < since)
    const ours =
      input.ages_h === undefined
        ? { prune_oldest: gone.length, remaining: ages.length - gone.length }
        : { pruned_ages_h: gone.sort((one, other) => one - other) }
    return [ours, expected]
  }
}

export const placeJudges: Readonly<Record<string, Judge>> = {
  'queue.parse_description': parsed('queue'),
  'channel.parse_description': parsed('channel'),
  'group.parse_description': parsed('group'),
  'queue.format_description': printed('queue'),
  'channel.format_description': printed('channel'),
  'queue.bead_id': ({ name }: { name: string }, expected: string) => {
    const counts = { available: 0, processing: 0, completed: 0, failed: 0 }
    const queue = {
      type: 'queue',
      name,
      status: 'active',
      order: 'fifo',
      maxConcurrency: null,
      claimers: [],
      counts,
    } as const
    return [printPlace(queue)['id'], expected]
  },
  'group.bead_id': ({ name }: { name: string }, expected: string) => [
    printPlace({ type: 'group', name, members: [] })['id'],
    expected,
  ],
  'channel.retention_patrol': retention('patrol'),
  'channel.retention_on_write': retention('write'),
  'announce.retention_on_write': (
    { retain_count: retainCount, existing }: { retain_count: number; existing: number },
    expected: Fields,
  ) => {
    const gone = excessOf({ retainCount, retainHours: null }, existing + 1, 'write')
    return [{ pruned_before_insert: gone, after_insert: existing + 1 - gone }, expected]
  },
  'redispatch.should_escalate': ({ attempts, max }: { attempts: number; max: number }, expected: boolean) => [
    shouldEscalate(attempts, max),
    expected,
  ],
  'redispatch.in_cooldown': (
    { last_attempt_ago_s: ago, cooldown_s: cooldown }: { last_attempt_ago_s: number; cooldown_s: number },
    expected: boolean,
  ) => [inCooldown(1_000_000 - ago * 1000, 1_000_000, cooldown * 1000), expected],
  'redispatch.agent_override': (
    input: { attempts: number; promote_after_failures: number; to_agent: string },
    expected: string,
  ) => [agentOverride(input.attempts, input.promote_after_failures, input.to_agent) ?? '', expected],
  'escalation.next_severity': (input: string, expected: string) => [nextSeverity(input), expected],
}
