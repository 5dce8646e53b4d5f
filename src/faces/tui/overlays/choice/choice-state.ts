import type { Openable, Ruling } from './openable.ts'

/** What may be opened, or decided, one under the other, to be chosen from. */
export type ChoiceState = {
  readonly type: 'choice'
  readonly items: readonly (Openable | Ruling)[]
  readonly chosen: number
  /** The escalation that the chosen option decides. */
  readonly decides?: {
    readonly message: string
    readonly from: string
    readonly subject: string
    readonly deadline: string | null
  }
}
