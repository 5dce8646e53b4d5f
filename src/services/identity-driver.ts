import type { Identity } from '../domain/identity.ts'

/** Looks at the processes above this one and at its terminal, when it is first asked, and once. */
export type IdentityDriver = { find(): Promise<Identity> }
