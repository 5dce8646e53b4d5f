import { begun, type Commission } from '../../../src/domain/commission.ts'
import type { TaskStatus } from '../../../src/domain/task.ts'
import type { CommissionStore } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { beginCommission } from '../rows/commission-rows.ts'
import { type Cells, cellSql, findCells } from '../rows/wide-rows.ts'

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

const columns =
  'c.id, c.wire, c.owner, c.contributors, c.entrypoint, c.max_steps, c.started_at, t.status, t.messages, t.ended, m.sent_at AS ended_at'
/** How a task stands is noted as its messages come; one without any waits for its first. */
const from = 'commissions c LEFT JOIN tasks t ON t.id = c.id LEFT JOIN messages m ON m.id = t.ended'
const select = `SELECT ${columns} FROM ${from}`
const findSql = cellSql(columns, `${from} WHERE c.id = ? OR c.wire = ?`)

export function openCommissions(connection: Connection): CommissionStore {
  const rowOf = (id: string) => {
    const cells = findCells(connection, findSql, id, id)
    return cells === undefined ? undefined : rowOfCells(cells)
  }
  return {
    async open(task) {
      return connection.write(
        () => {
          const known = rowOf(task.id)
          if (known !== undefined) return { task: commissionOf(known), created: false }
          beginCommission(connection, task)
          return { task: begun(task), created: true }
        },
        () => false,
      )
    },
    async find(id) {
      const row = rowOf(id)
      return row === undefined ? null : commissionOf(row)
    },
    async list(owner, most) {
      const sql = `${select} WHERE @owner IS NULL OR c.owner = @owner ORDER BY c.started_at DESC, c.id LIMIT @most + 0`
      return (connection.statement(sql).all({ owner, most }) as Row[]).map(commissionOf)
    },
    async contribute(id, contributors) {
      // Most mail between swarms comes from those that are known to take part.
      const known = rowOf(id)
      if (known === undefined || isAmong(known, contributors)) return
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
  }
}

function rowOfCells(cells: Cells): Row {
  return {
    id: cells[0] ?? '',
    wire: cells[1] ?? '',
    owner: cells[2] ?? '',
    contributors: cells[3] ?? '[]',
    entrypoint: cells[4] ?? null,
    max_steps: cells[5] ?? null,
    started_at: cells[6] ?? 0,
    status: cells[7] ?? null,
    messages: cells[8] ?? null,
    ended: cells[9] ?? null,
    ended_at: cells[10] ?? null,
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
