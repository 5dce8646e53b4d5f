import type { JsonObject } from '../../domain/json.ts'
import type { Answered, Opener, Raw } from './door.ts'

export type Calling = {
  readonly open: Opener
  /** The caller wants no answer any more. */
  readonly signal: AbortSignal
}

/** One tool, as it is listed and as it is called. */
export type Tool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonObject & { readonly type: 'object' }
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
  readonly call: (calling: Calling, input: Raw) => Promise<Answered>
}
