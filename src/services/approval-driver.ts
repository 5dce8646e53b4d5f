/** The person's own key, and whether a person is here. It is loaded when it is first asked for. */
export type ApprovalDriver = { open(): Promise<Approvals> }

export type Approvals = {
  /** Why nobody here may decide for the person; `null` where a person sits at this terminal. */
  notAPerson(): string | null
  digest(text: string): string
  /** @throws MailError `not-allowed` */
  sign(text: string): string
  isSigned(text: string, signature: string): boolean
}
