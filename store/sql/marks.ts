import type { Connection, Mark } from './connection.ts'

/** Whether what was learned under a mark is so: outside of all changes, in one that is stored, or in the one that is under way. */
export function isTrue(connection: Connection, mark: Mark | null): boolean {
  return mark === null || mark.isStored || mark === connection.mark
}
