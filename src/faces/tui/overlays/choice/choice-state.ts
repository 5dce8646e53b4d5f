import type { Openable } from './openable.ts'

/** What may be opened, one under the other, to be chosen from. */
export type ChoiceState = {
  readonly type: 'choice'
  readonly items: readonly Openable[]
  readonly chosen: number
}
