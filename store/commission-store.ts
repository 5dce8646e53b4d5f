import type { Commission, NewCommission } from '../src/domain/commission.ts'
import type { FullMessage, Message } from '../src/domain/message.ts'

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
  /** How many copies of the task's messages since then were handed to their agents. */
  steps(id: string, since: number): Promise<number>
  /** The messages of one task after one, oldest first. */
  history(id: string, after: number, most: number): Promise<readonly FullMessage[]>
  /** Messages of any task after one, oldest first. Bodies are left where they are: one that is lost stops nobody. */
  traffic(after: number, most: number): Promise<readonly Message[]>
  /** The newest message of all; 0 where there is none. */
  newest(): Promise<number>
  /** What a server remembers from one run to the next. */
  remember(name: 'finished-upto' | 'swarm-definition', value: string): Promise<void>
  remembered(name: 'finished-upto' | 'swarm-definition'): Promise<string | null>
}
