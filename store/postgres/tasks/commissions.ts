import { begun, type Commission } from '../../../src/domain/commission.ts'
import type { TaskStatus } from '../../../src/domain/task.ts'
import type { CommissionStore } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { beginCommission } from '../rows/commission-rows.ts'

type Row = {
  readonly id: string
  readonly wire: string
  readonly owner: string
  readonly contributors: string
  readonly entrypoint: string | null
  readonly max_steps: number | null
  readonly started_at: number
  readonly status: TaskStatus | null
  readonly messages: number | null
  readonly ended: number | null
  readonly ended_at: number | null
}

/** How a task stands is noted as its messages come; one without any waits for its first. */
const select = `SELECT c.id, c.wire, c.owner, c.contributors, c.entrypoint, c.max_steps, c.started_at, t.status, t.messages, t.ended, m.sent_at AS ended_at
FROM commissions c LEFT JOIN tasks t ON t.id = c.id LEFT JOIN messages m ON m.id = t.ended`

export function openCommissions(connection: Connection): CommissionStore {
  const rowOf = async (id: string) =>
    (await connection.statement(`${select} WHERE c.id = ? OR c.wire = ?`).get(id, id)) as Row | undefined
  return {
    async open(task) {
      return connection.write(
        async () => {
          const known = await rowOf(task.id)
          if (known !== undefined) return { task: commissionOf(known), created: false }
          await beginCommission(connection, task)
          return { task: begun(task), created: true }
        },
        () => false,
      )
    },
    async find(id) {
      const row = await rowOf(id)
      return row === undefined ? null : commissionOf(row)
    },
    async list(owner, most) {
      const sql = `${select} WHERE @owner::text IS NULL OR c.owner = @owner::text ORDER BY c.started_at DESC, c.id LIMIT @most`
      return ((await connection.statement(sql).all({ owner, most })) as Row[]).map(commissionOf)
    },
    async contribute(id, contributors) {
      // Most mail between swarms comes from those that are known to take part.
      const known = await rowOf(id)
      if (known === undefined || isAmong(known, contributors)) return
      await connection.write(
        async () => {
          const row = (await connection
            .statement(`${select} WHERE c.id = ? OR c.wire = ? FOR UPDATE OF c`)
            .get(id, id)) as Row | undefined
          if (row === undefined) return
          const all = new Set([...(JSON.parse(row.contributors) as readonly string[]), ...contributors])
          await connection
            .statement('UPDATE commissions SET contributors = ? WHERE id = ?')
            .run(JSON.stringify([...all]), row.id)
        },
        () => false,
      )
    },
    async limit(id, maxSteps) {
      await connection.write(
        async () =>
          connection.statement('UPDATE commissions SET max_steps = ? WHERE id = ?').run(maxSteps, id),
        () => false,
      )
    },
  }
}

function isAmong({ contributors }: Row, parties: readonly string[]): boolean {
  const known = JSON.parse(contributors) as readonly string[]
  return parties.every((party) => known.includes(party))
}

function commissionOf(row: Row): Commission {
  const status = row.status ?? 'running'
  return {
    id: row.id,
    wire: row.wire,
    owner: row.owner,
    contributors: JSON.parse(row.contributors) as readonly string[],
    entrypoint: row.entrypoint,
    maxSteps: row.max_steps,
    startedAt: row.started_at,
    status,
    completedAt: status === 'completed' ? row.ended_at : null,
    ended: row.ended,
    messages: row.messages ?? 0,
  }
}
