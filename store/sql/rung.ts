import type { ChangeKind } from '../../src/domain/change-kind.ts'

/** What a change altered, for waiting callers: everything, nothing that they wait for, or these kinds alone. */
export type Rung = boolean | readonly ChangeKind[]
/** Of a change by its result. A change that does not say alters everything. */
export type Rings<T> = (result: T) => Rung

/** Of two changes that are stored together. */
export function together(one: Rung, other: Rung): Rung {
  if (one === false || other === true) return other
  if (one === true || other === false) return one
  return [...one, ...other]
}
