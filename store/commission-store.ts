import type { Commission, NewCommission } from '../src/domain/commission.ts'

/** A server's data about a task, apart from its messages: owner, entrypoint and limit. */
export type CommissionStore = {
  /** Begins a task, or gives back the one that is there: what it was begun with stays. */
  open(task: NewCommission): Promise<{ readonly task: Commission; readonly created: boolean }>
  /** By its id, or by the one that other swarms know. */
  find(id: string): Promise<Commission | null>
  /** Newest first; of one owner or of all. */
  list(owner: string | null, most: number): Promise<readonly Commission[]>
  /** Adds who is not yet among the contributors. */
  contribute(id: string, contributors: readonly string[]): Promise<void>
  limit(id: string, maxSteps: number | null): Promise<void>
}
