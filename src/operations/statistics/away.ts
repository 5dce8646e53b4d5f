import type { Happened, Happening } from '../../../store/mail-store.ts'
import { leftAt, longestAbsence } from '../../domain/absence.ts'
import { MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import { wholeStart } from '../../domain/whole-text.ts'
import { duration } from '../../input/input.ts'
import { concernsNow } from '../../services/attention/concerns.ts'
import type { Context } from '../../services/context.ts'
import { iso } from '../../services/values.ts'
import type { Values } from '../../values/schemas.ts'
import type { HappeningValue } from '../../values/statistics-schema.ts'
import { operation } from '../operation.ts'

const day = 86_400_000
const sorts = ['decided', 'finished', 'failed', 'handed-on'] as const
/** Of each sort, and of agents. */
const listed = 50
const longestReason = 300
/** As many of one's own changes are looked at for a pause among them. */
const mostActive = 1000

export const away = operation({
  summary: 'Show what happened while you were away, and what waits for you',
  access: 'read',
  input: {
    since: duration(
      'The time to look back, up to 31d (default: to the beginning of your last pause of 30 minutes or more, at most a day)',
    ),
  },
  value: 'away',
  examples: [
    ['watchpost away', 'what others decided, finished, failed and handed on since you left'],
    ['watchpost away --since 12h', 'the last night'],
  ],
  async run(context, input): Promise<Values['away']> {
    const until = context.now()
    const since = await beginOf(context, input.since, until)
    const asked = { since, until, besides: context.actor.address }
    const [happened, concerns] = await Promise.all([
      context.store.statistics.happened(asked, listed),
      concernsNow(context),
    ])
    const some = (what: Happening['what']) =>
      happened.rows.filter((one) => one.what === what).map(happeningValue)
    const counted = (what: Happening['what']) =>
      happened.counts.reduce((sum, one) => sum + (one.what === what ? one.count : 0), 0)
    const [decided = 0, finished = 0, failed = 0, handedOn = 0] = sorts.map(counted)
    const agents = agentsOf(happened)
    return {
      since: iso(since),
      until: iso(until),
      waiting: concerns.map(({ why, count, agents }) => ({ why, count, agents })),
      decided: some('decided'),
      finished: some('finished'),
      failed: some('failed'),
      handedOn: some('handed-on'),
      agents: agents.slice(0, listed),
      counts: { decided, finished, failed, handedOn, agents: agents.length },
      whole: happened.whole,
    }
  },
})

/** @throws MailError `usage` */
async function beginOf({ store, actor }: Context, given: number | undefined, now: number): Promise<number> {
  if (given !== undefined && (given <= 0 || given > longestAbsence))
    throw new MailError('usage', '--since must be a duration of at most 31 days.', 'Example: --since 12h')
  if (given !== undefined) return now - given
  const earliest = now - day
  const [changes, screens] = await Promise.all([
    store.statistics.active(actor.address, earliest, mostActive),
    store.presence.list(earliest),
  ])
  const keys = screens.flatMap(({ who, keyAt }) => (who === actor.address ? (keyAt ?? []) : []))
  const active = [...changes, ...keys].sort((one, other) => other - one)
  return leftAt(active, now, changes.length < mostActive ? earliest : (changes.at(-1) ?? earliest))
}

function happeningValue({ at, by, message, subject, other, reason, debate }: Happening): HappeningValue {
  const said = reason === null ? null : wholeStart(reason, longestReason)
  const thread = debate === null ? null : shortId(debate)
  return { at: iso(at), by, message: shortId(message), subject, other, reason: said, debate: thread }
}

type AgentLine = Values['away']['agents'][number]

function agentsOf({ counts }: Happened): readonly AgentLine[] {
  const lines = new Map<string, AgentLine>()
  for (const { by, what, count } of counts) {
    if (by === 'system') continue
    const line = lines.get(by) ?? { agent: by, decided: 0, finished: 0, failed: 0, handedOn: 0 }
    lines.set(by, { ...line, [what === 'handed-on' ? 'handedOn' : what]: count })
  }
  const sum = ({ decided, finished, failed, handedOn }: AgentLine) => decided + finished + failed + handedOn
  return [...lines.values()].sort((one, other) => sum(other) - sum(one) || (one.agent < other.agent ? -1 : 1))
}
