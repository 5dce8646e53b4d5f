import type { OperationName } from '../../operations/catalogue.ts'
import type { ToolGroup } from './groups.ts'

/** A parameter's description; `null` where its name says it all. */
type Parameters = { readonly [name: string]: string | null }

/** One tool: its operation, and its texts for agents. */
export type ToolRow = {
  readonly operation: OperationName
  readonly group: ToolGroup
  readonly title: string
  readonly description: string
  readonly parameters: Parameters
  /** Parameters that are listed only with another group. Unlisted ones work all the same. */
  readonly more?: { readonly [group in ToolGroup]?: Parameters }
  /** Ends, closes or takes back something. */
  readonly destructive?: true
  /** Repeating the call changes nothing more. */
  readonly idempotent?: true
  /** Says, as a result, that there is nothing to hand over. */
  readonly empty?: string
  /** Values of parameters that the caller leaves out. */
  readonly defaults?: { readonly [name: string]: unknown }
}

export type ToolRows = { readonly [name: string]: ToolRow }

export const paging: Parameters = {
  limit: 'At most this many, 1 to 500 (default 50)',
  after: '`next` of the previous page',
}
export const filters: Parameters = {
  kind: 'Only these kinds',
  priority: 'Only this priority and higher',
  from: 'Only from these senders',
}
export const full = 'Do not cut bodies over 64 KB'
export const ids = 'Message ids'
