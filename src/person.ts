import type { RosterStore } from '../store/mail-store.ts'
import type { Environment } from './config.ts'
import { requireAgentName } from './domain/addressing/address.ts'
import { MailError } from './domain/errors.ts'
import { type Agent, unlisted } from './domain/roster.ts'

type Question = {
  readonly roster: RosterStore
  readonly user: () => Promise<string>
  readonly unregistered: boolean
  readonly now: number
}
type Person = { readonly agent: Agent; readonly how: 'person' }

const peopleListed = 50

async function people(roster: RosterStore): Promise<readonly Agent[]> {
  const page = { limit: peopleListed, after: null }
  const { rows } = await roster.list({ kind: 'user' }, page)
  return rows.filter(({ state }) => state !== 'dead')
}

/** The person at the keyboard, if that is certain. */
export async function findPerson({ roster, user }: Question): Promise<Person | null> {
  const all = await people(roster)
  const [first, ...others] = all
  if (first === undefined) return null
  if (others.length === 0) return { agent: first, how: 'person' }
  const name = await user()
  const own = all.filter(({ address }) => address === name || address.endsWith(`/${name}`))
  const [agent] = own
  return agent !== undefined && own.length === 1 ? { agent, how: 'person' } : null
}

/** @throws MailError `not-found` nobody is registered as a person · `ambiguous` several are */
export async function requirePerson(question: Question, environment: Environment | null): Promise<Person> {
  const found = await findPerson(question)
  if (found !== null) return found
  if (question.unregistered)
    return { agent: unlisted(personName(await question.user()), null, 'user', question.now), how: 'person' }
  const candidates = (await people(question.roster)).map(({ address }) => address)
  if (candidates.length === 0)
    throw new MailError(
      'not-found',
      `Watchpost cannot tell who you are: no person is registered here${environment?.session ? ', and no agent for this session' : ''}.`,
      'Use --as or WATCHPOST_AGENT. To add a person, run `watchpost agents register NAME --kind user`.',
    )
  throw new MailError(
    'ambiguous',
    `You could be ${candidates.join(' or ')}.`,
    'Use --as, or set WATCHPOST_AGENT in your shell.',
  )
}

/** A name that the person can be registered under: the system's, unless that addresses something else. */
export function personName(user: string): string {
  try {
    return requireAgentName(user).name
  } catch {
    return 'me'
  }
}
