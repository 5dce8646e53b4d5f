import type { Openable, Ruling } from './openable.ts'

/** The things to open or decide, one below the other, to choose from. */
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
