import { alertStates } from '../../../src/domain/alerts/alert-plan.ts'
import { overdueAfter } from '../../../src/domain/draft.ts'
import type { Finding } from '../../../src/domain/finding.ts'
import { idMask } from '../../../src/domain/priority.ts'
import { checking } from '../../shared/seal-check.ts'
import { foundInLog, type Judging, sealedLog } from '../../shared/seal-findings.ts'
import { askSql, type SealedRow } from '../../shared/seals.ts'
import type { Connection } from '../connection.ts'
import type { Work } from '../work.ts'

/** Something found; whether it is mended shows when that was tried. */
export type Told = Omit<Finding, 'mended'>

/** Where a finding is, and what helps. */
type About = Pick<Finding, 'where' | 'mend'>

const strayCopiesSql = `SELECT count(*) FROM deliveries d
  WHERE NOT EXISTS(SELECT 1 FROM messages m WHERE m.id = (d.rank & ${idMask}))`
/** No copy is ever deleted: who was a recipient has one, whatever became of it. */
const lostCopiesSql = `SELECT count(*) FROM (
  SELECT r.value AS agent_id, m.rank FROM messages m, numbers(m.recipients) r EXCEPT SELECT agent_id, rank FROM deliveries
) lost`

/** Every copy is one of a message that is there, and every recipient has a copy. */
export function* examineCopies(connection: Connection, about: About): Work<readonly Told[]> {
  const found: Told[] = []
  const stray = Number(yield* connection.cell(strayCopiesSql))
  if (stray > 0) {
    const why = `${stray} ${stray === 1 ? 'copy belongs' : 'copies belong'} to messages that do not exist.`
    found.push({ finding: 'copy-without-message', severity: 'damage', ...about, why })
  }
  const lost = Number(yield* connection.cell(lostCopiesSql))
  if (lost > 0) {
    const why = `${lost} ${lost === 1 ? 'copy is' : 'copies are'} lost: the recipient of a message has none of it.`
    found.push({ finding: 'copy-lost', severity: 'damage', ...about, why })
  }
  return found
}

type Failing = { readonly person: string; readonly program: string; readonly error: string }
const failingSql = `SELECT a.address AS person, n.program, n.error FROM alerts n CROSS JOIN agents a ON a.id = n.person_id
WHERE n.error IS NOT NULL AND NOT EXISTS(SELECT 1 FROM alerts o
  WHERE o.person_id = n.person_id AND o.program = n.program AND o.state = ${alertStates.indexOf('sent')} AND o.at > n.at)
ORDER BY n.at DESC, n.person_id, n.program, n.item LIMIT 1000`

/** The last error of each program that did not reach its person since. */
export function* examineAlerts(connection: Connection, where: string): Work<readonly Told[]> {
  const last = new Map<string, Failing>()
  for (const row of yield* connection.rows<Failing>(failingSql)) {
    const key = `${row.program} ${row.person}`
    if (!last.has(key)) last.set(key, row)
  }
  const failing = [...last].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return failing.map(([, { person, program, error }]) => ({
    finding: 'notify-failed',
    severity: 'advice',
    where,
    why: `The program ${program} did not notify ${person}: ${error}`,
    mend: 'Try it with `watchpost notify --test`.',
  }))
}

/** What was to be sent by now is sent: somebody runs upkeep. */
export function* examineDue(connection: Connection, where: string, now: number): Work<readonly Told[]> {
  const late = Number(
    yield* connection.cell('SELECT count(*) FROM drafts WHERE send_at <= ?', now - overdueAfter),
  )
  if (late === 0) return []
  const why = `${late} ${late === 1 ? 'draft is' : 'drafts are'} past due: nothing here runs upkeep.`
  const mend = 'Run `watchpost patrol`, which sends them, or keep `watchpost serve` or an inbox open.'
  return [{ finding: 'past-due', severity: 'advice', where, why, mend }]
}

/** What triggers count: the table or view that has it, and the same rows from what they count. */
export type Counted = {
  readonly table: string
  readonly columns: string
  /** Rows that say that there is something: what is no longer there may have left a zero. */
  readonly counting: string
  readonly rows: string
}

/** Compares what triggers counted with a walk over all mail: one statement, so that nobody writes in between. */
export function* examineCount(
  connection: Connection,
  { table, columns, counting, rows }: Counted,
  where: string,
): Work<Told | null> {
  const only = (one: string, other: string) =>
    `SELECT count(*) FROM (SELECT * FROM ${one} EXCEPT SELECT * FROM ${other}) o`
  const sql = `WITH kept AS (SELECT ${columns} FROM ${table} WHERE ${counting}), walked AS (${rows})
SELECT (${only('kept', 'walked')}) + (${only('walked', 'kept')})`
  const wrong = Number(yield* connection.cell(sql))
  if (wrong === 0) return null
  return {
    finding: 'count-wrong',
    severity: 'damage',
    where,
    why: `${wrong} ${wrong === 1 ? 'row' : 'rows'} of ${table} ${wrong === 1 ? 'differs' : 'differ'} from the mail that it counts.`,
    mend: 'It is derived from the mail: `watchpost doctor --repair` counts it again.',
  }
}

/** Works out the seals of the log again. */
export function* examineLog(
  connection: Connection,
  { head, told }: Judging,
  log: Parameters<typeof foundInLog>[1],
): Work<readonly Told[]> {
  const walk = checking(head)
  for (let step = walk.next(); ; ) {
    if (step.done === true) {
      const upto = step.value.head?.deed ?? 0
      const unsealed = Number(yield* connection.cell('SELECT count(*) FROM deeds WHERE id > ?', upto))
      if (step.value.misfit === null) told(sealedLog(step.value, unsealed))
      return foundInLog(step.value, log)
    }
    const { after, upto, limit } = step.value
    const sql = askSql(step.value, connection.engine.sealedColumns)
    step = walk.next([...(yield* connection.rows<SealedRow>(sql, after, upto, limit))])
  }
}

/** A store that a newer program wrote. */
export function newerVersion(where: string, version: number, known: number): Finding {
  const why = `It has schema ${version}; this version of Watchpost supports schemas up to ${known}.`
  const mend = 'Use the newer version that wrote it, or update Watchpost.'
  return { finding: 'newer-version', severity: 'damage', where, why, mend, mended: false }
}
