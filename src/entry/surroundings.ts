import type { MailStore } from '../../store/mail-store.ts'
import type { Environment } from '../config.ts'
import { MailError } from '../domain/errors.ts'
import { type HarnessSession, mayHaveSession } from '../domain/harness-process.ts'
import { findAgent, type Identity, identify, identities, sessionsAround } from '../domain/identity.ts'
import type { AgentSession } from '../domain/session.ts'
import type { Surroundings } from '../recorded-session.ts'
import type { IdentityDriver } from '../services/identity-driver.ts'

/** An agent has fewer sessions at one time. */
const mostSessions = 50

type Store = Pick<MailStore, 'facts' | 'sessions'>
type Harness = () => Promise<HarnessSession | null>

/** Nothing is looked at before it is asked for. */
type Found = IdentityDriver & Surroundings

/** @returns the surroundings as seen with a store; the word of one that is not trusted yet (`null`) counts for nothing */
export function openSurroundings(environment: Environment, harness: Harness): (store: Store | null) => Found {
  let around: Promise<ReturnType<typeof import('../drivers/place.ts').lookAround>> | undefined
  const look = () => {
    around ??= import('../drivers/place.ts').then(({ lookAround }) => lookAround(environment))
    return around
  }
  return (store) => {
    let found: Promise<readonly AgentSession[]> | undefined
    const sessions = () => (found ??= findSessions())
    const findSessions = async () => {
      if (store === null) return []
      const { line } = await look()
      // Names of processes are slow to make, and few programs have one above that was recorded.
      if (!line.slice(1).some(mayHaveSession)) return []
      return sessionsAround(line, await store.sessions.inProcesses(line.slice(1).map(({ id }) => id)))
    }
    const see = async () => ({
      ...(await look()),
      marked: environment.marked(),
      recorded: (await sessions()).map(({ agent }) => agent),
    })
    const inTests = async () => ((await store?.facts.isForTests()) ? identityInTests() : null)
    const identityInTests = async (): Promise<Identity> => {
      const { identity } = environment
      if (identity !== null) return told(identity)
      const isAgent = (await harness()) !== null || (await sessions()).length > 0
      return isAgent ? { is: 'agent', why: 'a coding agent started this program' } : { is: 'person' }
    }
    return {
      sessions,
      async find() {
        const found = identify(await see())
        if (found.is === 'person' && environment.identity === null) return found
        return (await inTests()) ?? found
      },
      async livesElsewhere(agent) {
        const { isAlive } = await import('../drivers/processes.ts')
        const { line } = await look()
        const known = (await store?.sessions.list(agent, mostSessions)) ?? []
        return known.some(
          ({ process, endedAt }) =>
            process !== null &&
            endedAt === null &&
            line.every(({ id }) => id !== process) &&
            isAlive(process),
        )
      },
      async isAgent() {
        const found = findAgent(await see())
        if (found === null && environment.identity === null) return false
        return ((await inTests()) ?? found)?.is === 'agent'
      },
    }
  }
}

function told(written: string): Identity {
  const is = identities.find((one) => one === written)
  if (is === undefined)
    throw new MailError(
      'usage',
      `WATCHPOST_IDENTITY is not an identity: ${written}`,
      `It is ${identities.join(', ')}.`,
    )
  return is === 'person' ? { is } : { is, why: `WATCHPOST_IDENTITY is ${is}` }
}
