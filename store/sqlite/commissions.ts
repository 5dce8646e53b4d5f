import { type Commission, type CommissionStatus, systemSubjects } from '../../src/domain/commission.ts'
import type { CommissionStore } from '../mail-store.ts'
import type { Bodies } from './bodies.ts'
import type { Connection } from './connection.ts'
import { openTraffic } from './traffic.ts'

type Row = {
  readonly id: string
  readonly wire: string
  readonly owner: string
  readonly contributors: string
  readonly entrypoint: string | null
  readonly max_steps: number | null
  readonly started_at: number
}

const columns = 'id, wire, owner, contributors, entrypoint, max_steps, started_at'

export function openCommissions(connection: Connection, bodies: Bodies): CommissionStore {
  const rowOf = (id: string) =>
    connection.statement(`SELECT ${columns} FROM commissions WHERE id = ? OR wire = ?`).get(id, id) as
      | Row
      | undefined
  return {
    async open({ id, wire, owner, contributors, entrypoint, startedAt }) {
      const sql = `INSERT INTO commissions(${columns}) VALUES(?, ?, ?, ?, ?, NULL, ?)`
      return connection.write(
        () => {
          const known = rowOf(id)
          if (known !== undefined) return { task: taskOf(connection, known), created: false }
          const row = { id, wire, owner, contributors: JSON.stringify(contributors), entrypoint }
          connection.statement(sql).run(id, wire, owner, row.contributors, entrypoint, startedAt)
          return {
            task: taskOf(connection, { ...row, max_steps: null, started_at: startedAt }),
            created: true,
          }
        },
        () => false,
      )
    },
    async find(id) {
      return connection.read(() => {
        const row = rowOf(id)
        return row === undefined ? null : taskOf(connection, row)
      })
    },
    async list(owner, most) {
      const sql = `SELECT ${columns} FROM commissions WHERE @owner IS NULL OR owner = @owner ORDER BY started_at DESC, id LIMIT @most + 0`
      return connection.read(() =>
        (connection.statement(sql).all({ owner, most }) as Row[]).map((row) => taskOf(connection, row)),
      )
    },
    async contribute(id, contributors) {
      connection.write(
        () => {
          const row = rowOf(id)
          if (row === undefined) return
          const all = new Set([...(JSON.parse(row.contributors) as readonly string[]), ...contributors])
          connection
            .statement('UPDATE commissions SET contributors = ? WHERE id = ?')
            .run(JSON.stringify([...all]), row.id)
        },
        () => false,
      )
    },
    async limit(id, maxSteps) {
      connection.write(
        () => connection.statement('UPDATE commissions SET max_steps = ? WHERE id = ?').run(maxSteps, id),
        () => false,
      )
    },
    ...openTraffic(connection, bodies),
  }
}

type Last = { readonly kind: string; readonly subject: string; readonly sent_at: number }

/** The last word on a task says how it stands; answers and notices that follow a finish do not open it again. */
function taskOf(connection: Connection, row: Row): Commission {
  const sql =
    "SELECT kind, subject, sent_at FROM messages WHERE task = ? AND kind NOT IN ('response', 'notification') ORDER BY id DESC LIMIT 1"
  const last = connection.statement(sql).get(row.id) as Last | undefined
  const status: CommissionStatus =
    last?.kind !== 'complete'
      ? 'running'
      : last.subject === systemSubjects.breakpoint
        ? 'waiting'
        : 'completed'
  const messages = connection.column('SELECT count(*) FROM messages WHERE task = ?').get(row.id)
  return {
    id: row.id,
    wire: row.wire,
    owner: row.owner,
    contributors: JSON.parse(row.contributors) as readonly string[],
    entrypoint: row.entrypoint,
    maxSteps: row.max_steps,
    startedAt: row.started_at,
    status,
    completedAt: status === 'completed' ? (last?.sent_at ?? null) : null,
    messages: Number(messages),
  }
}
