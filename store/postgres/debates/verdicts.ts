import { type Verdict, verdicts } from '../../../src/domain/debates/debate.ts'
import type { DebateTally } from '../../debate-store.ts'
import type { Connection } from '../database/connection.ts'

type Counted = {
  readonly debates: number
  readonly rounds: number
  readonly claims: number
  readonly counters: number
}

const none: Counted = { debates: 0, rounds: 0, claims: 0, counters: 0 }

/** Kept by triggers as debates change: one row for each verdict, however many debates there are. */
export async function tallyOf(connection: Connection): Promise<Readonly<Record<Verdict, Counted>>> {
  const sql = 'SELECT verdict, debates, rounds, claims, counters FROM verdicts'
  const rows = (await connection.statement(sql).all()) as readonly (Counted & { readonly verdict: Verdict })[]
  const of = (wanted: Verdict): Counted => rows.find(({ verdict }) => verdict === wanted) ?? none
  return Object.fromEntries(verdicts.map((verdict) => [verdict, of(verdict)])) as Record<Verdict, Counted>
}

export async function tallyDebates(connection: Connection): Promise<DebateTally> {
  const tally = await tallyOf(connection)
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
const unjudgedSql = "SELECT count(*) FROM debates WHERE judged < newest AND verdict = 'deadlock'"

export async function countDeadlocked(connection: Connection): Promise<number> {
  return (await tallyOf(connection)).deadlock.debates - Number(await connection.column(unjudgedSql).get())
}
