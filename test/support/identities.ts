import type { Identity } from '../../src/domain/identity.ts'
import type { Surroundings } from '../../src/recorded-session.ts'
import type { IdentityDriver } from '../../src/services/identity-driver.ts'

/** The answer of a machine that shows this. */
export const identityOf = (found: Identity): IdentityDriver => ({ find: async () => found })
export const person = identityOf({ is: 'person' })

/** A program with nothing above it that says who runs it. */
export const nobodyAround: Surroundings = {
  sessions: async () => [],
  isAgent: async () => false,
  livesElsewhere: async () => false,
}
