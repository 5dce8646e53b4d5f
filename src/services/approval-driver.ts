/** The person's own key. It is loaded when it is first asked for. */
export type ApprovalDriver = { open(): Promise<Approvals> }

export type Approvals = {
  digest(text: string): string
  /** @throws MailError `not-allowed` */
  sign(text: string): string
  isSigned(text: string, signature: string): boolean
}
