import { MailError } from '../../domain/errors.ts'
import { placeOf } from '../../domain/places.ts'
import { duration } from '../../input/input.ts'
import { answersValue, boxValue } from '../../services/statistics/value.ts'
import { iso } from '../../services/values.ts'
import type { StatsValue } from '../../values/statistics-schema.ts'
import { operation } from '../operation.ts'

const hour = 3_600_000
const day = 24 * hour
const longest = 366 * day
/** As many parts as a narrow screen can show. */
const buckets = 24

export const stats = operation({
  summary: 'Show statistics: traffic, kinds, answer times and backlog by agent and queue',
  access: 'read',
  input: { since: duration('The period (24h, up to a year)') },
  value: 'stats',
  examples: [['watchpost stats --since 7d', 'the last week, in 24 parts']],
  async run({ store, now }, input): Promise<StatsValue> {
    const length = input.since ?? day
    if (length <= 0 || length > longest)
      throw new MailError('usage', '--since must be a duration of at most a year.', 'Example: --since 7d')
    const until = now()
    const since = until - length
    const counted = await store.statistics.read({ since, until, buckets })
    const { sent, flow, kinds, deeds, answers, whole } = counted
    const boxes = counted.boxes.map((box) => boxValue(box, until))
    const ofKind = new Map(kinds)
    const [claims, counters] = [ofKind.get('claim') ?? 0, ofKind.get('counter') ?? 0]
    return {
      since: iso(since),
      until: iso(until),
      bucket: length / buckets / 1000,
      whole,
      messages: { count: sent, perHour: (sent * hour) / length, flow },
      kinds: byCount(kinds).map(([kind, count]) => ({ kind, count })),
      deeds: byCount(deeds).map(([what, count]) => ({ what, count })),
      debate: { claims, counters, ratio: claims === 0 ? null : counters / claims },
      answers: answersValue(answers),
      agents: boxes.filter(({ address }) => placeOf(address) === null && address !== 'system'),
      queues: boxes.filter(({ address }) => placeOf(address)?.type === 'queue'),
    }
  },
})

/** Equal counts by name, however the store met them. */
function byCount<K extends string>(
  counts: readonly (readonly [K, number])[],
): readonly (readonly [K, number])[] {
  return counts.toSorted(([one, ofOne], [other, ofOther]) => ofOther - ofOne || (one < other ? -1 : 1))
}
