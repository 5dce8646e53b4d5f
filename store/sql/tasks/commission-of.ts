import type { Commission } from '../../../src/domain/commission.ts'
import type { TaskStatus } from '../../../src/domain/task.ts'
import { columnsBut, type Row } from '../tables/table.ts'
import { commissions } from '../tables/tasks.ts'

/** A commission `c` with how its task stands. */
export type CommissionRow = Omit<Row<typeof commissions>, 'open'> & {
  readonly status: TaskStatus | null
  readonly messages: number | null
  readonly ended: number | null
  readonly ended_at: number | null
}

export const commissionColumns = [
  ...columnsBut(commissions, 'open').map((name) => `c.${name}`),
  't.status',
  't.messages',
  't.ended',
  'm.sent_at AS ended_at',
].join(', ')
/** How a task stands is noted as its messages come; one without any waits for its first. */
export const commissionJoins = 'LEFT JOIN tasks t ON t.id = c.id LEFT JOIN messages m ON m.id = t.ended'

export function commissionOf(row: CommissionRow): Commission {
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
