import type { JsonObject } from '../../domain/json.ts'
import type { AddressType, InterswarmType } from '../../domain/mail-types.ts'

/** An address as MAIL writes it. */
export type MailAddress = { readonly address_type: AddressType; readonly address: string }

/** An envelope from another swarm as far as it matters here. */
export type ReadParcel = {
  readonly id: string
  readonly source: string
  readonly target: string
  readonly sentAt: number
  readonly type: InterswarmType
  readonly owner: string
  readonly contributors: readonly string[]
  readonly task: string
  /** The request's own id, or that of what a response answers. */
  readonly request: string
  readonly sender: MailAddress
  readonly recipients: readonly MailAddress[]
  readonly subject: string
  readonly body: string
  readonly routing: JsonObject | null
}
