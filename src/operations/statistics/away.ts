import type { Happening } from '../../../store/mail-store.ts'
import { MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import { duration } from '../../input/input.ts'
import { concernsNow } from '../../services/attention/concerns.ts'
import type { Context } from '../../services/context.ts'
import { iso } from '../../services/values.ts'
import type { Values } from '../../values/schemas.ts'
import type { HappeningValue } from '../../values/statistics-schema.ts'
import { operation } from '../operation.ts'

const day = 86_400_000
const longest = 31 * day
const sorts = ['decided', 'finished', 'failed', 'handed-on'] as const
/** Of each sort. */
const listed = 50

export const away = operation({
  summary: 'Show what happened since your last change, and what waits for you',
  access: 'read',
  input: { since: duration('The time to look back (default: to your last change, at most a day)') },
  value: 'away',
  examples: [['watchpost away --since 12h', 'the last night']],
  async run(context, input): Promise<Values['away']> {
    const until = context.now()
    const since = until - (await spanOf(context, input.since, until))
    const happened = await context.store.statistics.happened({ since, until }, listed + 1)
    const all = (what: Happening['what']) => happened.filter((one) => one.what === what)
    const some = (what: Happening['what']) => all(what).slice(0, listed).map(happeningValue)
    return {
      ...{ since: iso(since), until: iso(until) },
      decided: some('decided'),
      finished: some('finished'),
      failed: some('failed'),
      handedOn: some('handed-on'),
      whole: sorts.every((what) => all(what).length <= listed),
      waiting: (await concernsNow(context)).map(({ why, count }) => ({ why, count })),
      agents: agentsOf(happened),
    }
  },
})

/** How far back: to one's own last change, so that nothing between is missed. @throws MailError `usage` */
async function spanOf({ store, actor }: Context, given: number | undefined, now: number): Promise<number> {
  if (given !== undefined && (given <= 0 || given > longest))
    throw new MailError('usage', '--since must be a duration of at most 31 days.', 'Example: --since 12h')
  if (given !== undefined) return given
  const { rows } = await store.log.journal(actor.address, now - day, { limit: 1, after: null })
  const [last] = rows
  return last === undefined || last.at >= now ? day : now - last.at
}

function happeningValue({ at, by, message, subject, other, reason }: Happening): HappeningValue {
  return { at: iso(at), by, message: shortId(message), subject, other, reason }
}

function agentsOf(happened: readonly Happening[]): Values['away']['agents'] {
  const counts = new Map<string, { decided: number; finished: number; failed: number; handedOn: number }>()
  for (const { by, what } of happened) {
    const count = counts.get(by) ?? { decided: 0, finished: 0, failed: 0, handedOn: 0 }
    count[what === 'handed-on' ? 'handedOn' : what] += 1
    counts.set(by, count)
  }
  const sum = ({ decided, finished, failed, handedOn }: Omit<Values['away']['agents'][number], 'agent'>) =>
    decided + finished + failed + handedOn
  return [...counts]
    .map(([agent, count]) => ({ agent, ...count }))
    .toSorted((one, other) => sum(other) - sum(one) || (one.agent < other.agent ? -1 : 1))
}
