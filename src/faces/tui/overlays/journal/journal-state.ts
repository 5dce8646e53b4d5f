import type { JournalValue } from '../../../../values/log-schema.ts'

/** Your changes, newest first. */
export type JournalState = {
  readonly type: 'journal'
  /** `null` until they are loaded. */
  readonly changes: readonly JournalValue[] | null
  readonly chosen: number
}
