import { type Verdict, verdicts } from '../../../src/domain/debates/debate.ts'
import type { DebateTally } from '../../debate-store.ts'
import type { Connection } from '../connection.ts'
import type { Work } from '../work.ts'

type Counted = {
  readonly debates: number
  readonly rounds: number
  readonly claims: number
  readonly counters: number
}

const none: Counted = { debates: 0, rounds: 0, claims: 0, counters: 0 }

/** Kept by triggers as debates change: one row for each verdict, however many debates there are. */
export function* tallyOf(connection: Connection): Work<Readonly<Record<Verdict, Counted>>> {
  const sql = 'SELECT verdict, debates, rounds, claims, counters FROM verdicts'
  const rows = yield* connection.rows<Counted & { readonly verdict: Verdict }>(sql)
  const of = (wanted: Verdict): Counted => rows.find(({ verdict }) => verdict === wanted) ?? none
  return Object.fromEntries(verdicts.map((verdict) => [verdict, of(verdict)])) as Record<Verdict, Counted>
}

export function* tallyDebates(connection: Connection): Work<DebateTally> {
  const tally = yield* tallyOf(connection)
  const sum = (what: 'rounds' | 'claims' | 'counters') =>
    verdicts.reduce((total, verdict) => total + tally[verdict][what], 0)
  const { open, deadlock, consensus } = tally
  return {
    byVerdict: { open: open.debates, deadlock: deadlock.debates, consensus: consensus.debates },
    rounds: sum('rounds'),
    claims: sum('claims'),
    counters: sum('counters'),
  }
}

/** Those that nobody has looked at since their last message are few. */
const unjudgedSql =
  "SELECT count(*) FROM debates INDEXED BY debates_unjudged WHERE judged < newest AND verdict = 'deadlock'"

export function* countDeadlocked(connection: Connection): Work<number> {
  const { deadlock } = yield* tallyOf(connection)
  return deadlock.debates - Number(yield* connection.cell<number>(unjudgedSql))
}
