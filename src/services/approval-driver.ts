import type { Settings } from '../domain/settings/settings.ts'

/** The person's own key. It is loaded when it is first asked for. */
export type ApprovalDriver = { open(how: Settings['approvals']): Promise<Approvals> }

export type Approvals = {
  digest(text: string): string
  /** @throws MailError `not-allowed` */
  sign(text: string): Promise<string>
  isSigned(text: string, signature: string): Promise<boolean>
}
