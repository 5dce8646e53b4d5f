import type { RosterStore } from '../store/mail-store.ts'
import type { Environment } from './config.ts'
import { parseAddress, requireAgentName } from './domain/addressing/address.ts'
import { MailError } from './domain/errors.ts'
import { type Agent, unlisted } from './domain/roster.ts'
import type { ActorSource } from './operations/operation.ts'

export type Acting = {
  readonly actor: Agent
  readonly how: ActorSource
  /** Who the environment says is acting, where that is another. */
  readonly principal: Agent | null
}

export type Question = {
  readonly roster: RosterStore
  readonly environment: Environment
  /** `--as` */
  readonly as: string | undefined
  readonly swarm: string | null
  readonly user: () => Promise<string>
  /** An actor whom the roster does not know is passed as a provisional agent. */
  readonly unregistered: boolean
  /** Who only looks is not asked which person stands behind them: that is one more look at the roster. */
  readonly looks?: boolean
  readonly now: number
}

type Found = { readonly agent: Agent; readonly how: ActorSource }

/**
 * On whose behalf a command runs: `--as`, `WATCHPOST_AGENT`, the session, the tmux pane, else the person at the
 * keyboard. A name that differs from what the environment says otherwise is impersonation: allowed, recorded.
 * @throws MailError `not-found`, `ambiguous`, `not-allowed`
 */
export async function findActor(question: Question): Promise<Acting> {
  const { as, environment } = question
  if (as !== undefined) {
    const actor = await requireNamed(question, as, '--as')
    const otherwise = (await byVariable(question))?.agent ?? (await besides(question, actor))
    const person = otherwise === null && question.looks !== true ? await findPerson(question) : null
    return { actor, how: 'flag', principal: another(otherwise ?? person?.agent, actor) }
  }
  const byName = await byVariable(question)
  if (byName !== null) {
    const { agent, how } = byName
    return { actor: agent, how, principal: another((await besides(question, agent)) ?? undefined, agent) }
  }
  const found =
    (await byPlace(question)) ?? (await byDefault(question)) ?? (await requirePerson(question, environment))
  return { actor: found.agent, how: found.how, principal: null }
}

/** Whom the place says to be there. Where it says several, who was named is one of them or acts for the first. */
async function besides(question: Question, named: Agent): Promise<Agent | null> {
  const found = await findPlace(question)
  return found?.agents.find(({ address }) => address === named.address) ?? found?.agents[0] ?? null
}

function another(otherwise: Agent | undefined, actor: Agent): Agent | null {
  return otherwise === undefined || otherwise.address === actor.address ? null : otherwise
}

async function byVariable(question: Question): Promise<Found | null> {
  const { agent } = question.environment
  if (agent === null) return null
  return { agent: await requireNamed(question, agent, 'WATCHPOST_AGENT'), how: 'environment' }
}

/** The agent that a coding agent's personal settings name, where nothing says otherwise. */
async function byDefault(question: Question): Promise<Found | null> {
  const { defaultAgent } = question.environment
  if (defaultAgent === null) return null
  return { agent: await requireNamed(question, defaultAgent, 'WATCHPOST_DEFAULT_AGENT'), how: 'environment' }
}

/** By where the command runs: its session, then its tmux pane. @throws MailError `ambiguous` */
async function byPlace(question: Question): Promise<Found | null> {
  const found = await findPlace(question)
  const [agent, ...others] = found?.agents ?? []
  if (found === null || agent === undefined) return null
  if (others.length === 0) return { agent, how: found.how }
  const names = [agent, ...others].map(({ address }) => address).join(', ')
  throw new MailError('ambiguous', `${found.what} is registered for ${names}.`, 'Say who you are with --as.')
}

type Place = { readonly agents: readonly Agent[]; readonly how: ActorSource; readonly what: string }

/** Who is registered where the command runs, the surer place first. */
async function findPlace({ roster, environment }: Question): Promise<Place | null> {
  const { session, pane } = environment
  const living = (agents: readonly Agent[]) => agents.filter(({ state }) => state !== 'dead')
  const inSession = session === null ? [] : living(await roster.findBySession(session))
  if (inSession.length > 0) return { agents: inSession, how: 'session', what: `The session ${session}` }
  const inPane = pane === null ? [] : living(await roster.findByPane(pane))
  return inPane.length > 0 ? { agents: inPane, how: 'pane', what: `The tmux pane ${pane}` } : null
}

async function requireNamed(question: Question, written: string, source: string): Promise<Agent> {
  const { roster, swarm, unregistered, now } = question
  if (written.trim() === 'system')
    throw new MailError('not-allowed', 'Nobody acts as the system.', `Name an agent with ${source}.`)
  if (parseAddress(written).type === 'person') return (await requirePerson(question, null)).agent
  const { name, longForm } = requireAgentName(written)
  const agent = (await roster.find(name)) ?? (swarm === null ? null : await roster.find(`${swarm}/${name}`))
  if (agent !== null) return agent
  if (unregistered) return unlisted(name, longForm, 'agent', now)
  const near = await roster.nearest(name, 3)
  const meant = near.length > 0 ? `Did you mean ${near.join(', ')}? ` : ''
  throw new MailError(
    'not-found',
    `No agent is called ${name}, as ${source} says.`,
    `${meant}\`watchpost agents register ${name}\` adds it.`,
  )
}

const peopleListed = 50

async function people(roster: RosterStore): Promise<readonly Agent[]> {
  const page = { limit: peopleListed, after: null }
  const { rows } = await roster.list({ kind: 'user' }, page)
  return rows.filter(({ state }) => state !== 'dead')
}

/** The person at the keyboard, where there is no doubt. */
async function findPerson({ roster, user }: Question): Promise<Found | null> {
  const all = await people(roster)
  const [first, ...others] = all
  if (first === undefined) return null
  if (others.length === 0) return { agent: first, how: 'person' }
  const name = await user()
  const own = all.filter(({ address }) => address === name || address.endsWith(`/${name}`))
  const [agent] = own
  return agent !== undefined && own.length === 1 ? { agent, how: 'person' } : null
}

async function requirePerson(question: Question, environment: Environment | null): Promise<Found> {
  const found = await findPerson(question)
  if (found !== null) return found
  if (question.unregistered)
    return {
      agent: unlisted(personName(await question.user()), null, 'user', question.now),
      how: 'person',
    }
  const candidates = (await people(question.roster)).map(({ address }) => address)
  if (candidates.length === 0)
    throw new MailError(
      'not-found',
      `Nobody is registered here as a person${environment?.session ? ' or for this session' : ''}, so it is not known who you are.`,
      'Say it with --as or WATCHPOST_AGENT; `watchpost agents register NAME --kind user` adds a person.',
    )
  throw new MailError(
    'ambiguous',
    `You could be ${candidates.join(' or ')}.`,
    'Say who you are with --as, or WATCHPOST_AGENT in your shell.',
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
