import type { RosterStore } from '../store/mail-store.ts'
import type { Environment } from './config.ts'
import type { ActorSource, Nameless, Principal } from './domain/acting.ts'
import { parseAddress, requireAgentName } from './domain/addressing/address.ts'
import { MailError } from './domain/errors.ts'
import type { HarnessSession } from './domain/harness-process.ts'
import { type Agent, isAnotherRole, isPerson, unlisted } from './domain/roster.ts'
import { findPerson, requirePerson } from './person.ts'
import { recordedAgents, requireUnclaimed, type Surroundings } from './recorded-session.ts'

export type Acting = {
  readonly actor: Agent
  readonly how: ActorSource
  /** The real caller, if that is not the actor. */
  readonly principal: Principal | null
  /** An agent's session in a person's name: it may look at the mail, not act. */
  readonly onlyLooks: boolean
}

export type Question = {
  readonly roster: RosterStore
  readonly environment: Environment
  /** `--as` */
  readonly as: string | undefined
  readonly swarm: string | null
  readonly user: () => Promise<string>
  /** The coding agent that this command runs in; `null` where a person sits at it. Asked only where it matters. */
  readonly harness: () => Promise<HarnessSession | null>
  /** What surrounds the program. A command that only looks does not ask. */
  readonly surroundings: Surroundings
  /** The person's own settings let agents act in their name. */
  readonly agentsMayAct: boolean
  /** An actor that the roster does not know is passed as a provisional agent. */
  readonly unregistered: boolean
  /** The command's behaviour in a session that names no agent; without it the command is refused. */
  readonly nameless?: Nameless | undefined
  /** A command that only reads needs no principal: that is one more look at the roster. */
  readonly looks?: boolean
  readonly now: number
}

type Found = { readonly agent: Agent; readonly how: ActorSource }

/**
 * The agent or person that a command acts as: `--as`, `WATCHPOST_AGENT`, the session, the tmux pane, else the person at
 * the keyboard. In an agent's session nobody is a person unless it is named.
 * @throws MailError `not-found`, `ambiguous`, `not-allowed`, `no-actor`
 */
export async function findActor(question: Question): Promise<Acting> {
  const { as } = question
  const own = await recordedAgents(question)
  if (as !== undefined) {
    const person = mayHavePerson(question) ? beginning(findPerson(question)) : null
    const agent = await requireNamed(question, as, '--as')
    const otherwise =
      named(own, agent) ??
      (await byVariable(question))?.agent ??
      (await besides(question, agent)) ??
      (await findDefault(question))?.agent
    return acting(question, { agent, how: 'flag' }, otherwise ?? null, person)
  }
  const byName = await byVariable(question)
  if (byName !== null) {
    await requireUnclaimed(question, byName.agent, own)
    return acting(question, byName, named(own, byName.agent) ?? (await besides(question, byName.agent)))
  }
  const here = await byPlace(question)
  if (here !== null && !isPerson(here.agent)) {
    await requireUnclaimed(question, here.agent, own)
    return acting(question, here, named(own, here.agent))
  }
  const byDefault = await findDefault(question)
  if (byDefault !== null) return acting(question, byDefault, named(own, byDefault.agent))
  const [recorded] = own
  if (recorded !== undefined) return alone({ agent: recorded, how: 'session' })
  const harness = await unnamedSession(question)
  if (harness !== null) return withoutName(question, harness)
  return alone(here ?? (await requirePerson(question, question.environment)))
}

function alone({ agent, how }: Found): Acting {
  return { actor: agent, how, principal: null, onlyLooks: false }
}

/** Where nothing names an agent, the person at the keyboard is asked for beside the named actor: that is one way to a far server. */
function mayHavePerson({ looks, environment }: Question): boolean {
  return looks !== true && environment.agent === null && environment.session === null
}

/** A failure reaches the caller that waits for it, if there is one. */
function beginning<T>(asked: Promise<T>): Promise<T> {
  asked.catch(() => undefined)
  return asked
}

/** A named actor; `otherwise` is the other agent that the environment names. */
async function acting(
  question: Question,
  { agent, how }: Found,
  otherwise: Agent | null,
  person: ReturnType<typeof findPerson> | null = null,
): Promise<Acting> {
  const other = otherwise === null || otherwise.address === agent.address ? null : otherwise
  const plain = { actor: agent, how, principal: other, onlyLooks: false }
  if (question.looks === true) return plain
  if (isPerson(agent)) {
    const agents = other !== null && !isPerson(other) ? other : await unnamedPrincipal(question)
    return agents === null ? plain : { ...plain, principal: agents, onlyLooks: !question.agentsMayAct }
  }
  if (otherwise !== null || how !== 'flag' || (await unnamedSession(question)) !== null) return plain
  return { ...plain, principal: (await (person ?? findPerson(question)))?.agent ?? null }
}

/** The coding agent's session itself, where it has no agent's name. */
async function unnamedPrincipal(question: Question): Promise<Principal | null> {
  const harness = await unnamedSession(question)
  return harness === null ? null : { address: labelOf(question, harness), kind: 'agent' as const }
}

/** The coding agent's session, by its variables or by what surrounds the program; `null` where no agent runs this. */
async function unnamedSession({ harness, surroundings, looks }: Question): Promise<HarnessSession | null> {
  const found = await harness()
  if (found !== null || looks === true || !(await surroundings.isAgent())) return found
  return { harness: null, process: null }
}

/** Contains a space, so that no agent can have this name. */
function labelOf({ environment }: Question, { harness }: HarnessSession): string {
  const session = environment.session?.replace(/[^\w.-]/gu, '').slice(0, 8) ?? ''
  return `${harness?.name ?? 'coding agent'} session${session === '' ? '' : ` ${session}`}`
}

/** @throws MailError `no-actor` */
async function withoutName(question: Question, harness: HarnessSession): Promise<Acting> {
  switch (question.nameless) {
    case 'person':
      return { ...alone(await requirePerson(question, null)), how: 'none' }
    case 'nobody': {
      const actor = unlisted('nobody', null, 'agent', question.now)
      const principal = { address: labelOf(question, harness), kind: 'agent' as const }
      return { actor, how: 'none', principal, onlyLooks: false }
    }
    case undefined:
      throw noActor(question.environment.session)
  }
}

function noActor(session: string | null): MailError {
  const id = session !== null && /^[\w.:-]+$/u.test(session) ? session : 'ID'
  return new MailError(
    'no-actor',
    "This is an agent's session. Set WATCHPOST_AGENT or pass --as NAME.",
    `To set the name for the whole session, run \`watchpost agents register NAME --session ${id}\`.`,
  )
}

/** The agent that the place names. Of several, the named one, else the first. */
async function besides(question: Question, agent: Agent): Promise<Agent | null> {
  return named((await findPlace(question))?.agents ?? [], agent)
}

function named(agents: readonly Agent[], agent: Agent): Agent | null {
  return agents.find(({ address }) => address === agent.address) ?? agents[0] ?? null
}

async function byVariable(question: Question): Promise<Found | null> {
  const { agent } = question.environment
  if (agent === null) return null
  return { agent: await requireNamed(question, agent, 'WATCHPOST_AGENT'), how: 'environment' }
}

/** The agent that a coding agent's personal settings name, where nothing says otherwise. */
async function findDefault(question: Question): Promise<Found | null> {
  const { defaultAgent } = question.environment
  if (defaultAgent === null) return null
  return { agent: await requireNamed(question, defaultAgent, 'WATCHPOST_DEFAULT_AGENT'), how: 'default' }
}

/** By where the command runs: its session, then its tmux pane. @throws MailError `ambiguous` */
async function byPlace(question: Question): Promise<Found | null> {
  const found = await findPlace(question)
  const [agent, ...others] = found?.agents ?? []
  if (found === null || agent === undefined) return null
  if (others.length === 0) return { agent, how: found.how }
  const names = [agent, ...others].map(({ address }) => address).join(', ')
  throw new MailError('ambiguous', `${found.what} is registered for ${names}.`, 'Choose one with --as.')
}

type Place = { readonly agents: readonly Agent[]; readonly how: ActorSource; readonly what: string }

/** The agents registered where the command runs, the surer place first. */
async function findPlace({ roster, environment }: Question): Promise<Place | null> {
  const { session, pane } = environment
  const living = (agents: readonly Agent[]) => agents.filter(({ state }) => state !== 'dead')
  const inSession = session === null ? [] : living(await roster.findBySession(session))
  if (inSession.length > 0) return { agents: inSession, how: 'session', what: `The session ${session}` }
  const registered = pane === null ? [] : living(await roster.findByPane(pane))
  const inPane = registered.filter((agent) => isHere(agent, environment))
  return inPane.length > 0 ? { agents: inPane, how: 'pane', what: `The tmux pane ${pane}` } : null
}

/**
 * Whether an agent's pane is of the tmux server that this command runs in: each server has a pane %0. Where no server
 * was recorded the pane counts in the usual server alone, and only if that was already running by then.
 */
function isHere(
  { paneServer, registeredAt }: Agent,
  { paneServer: server, usualServerSince }: Environment,
): boolean {
  if (server === null) return false
  if (paneServer !== null) return paneServer === server
  const since = usualServerSince()
  return since !== null && since <= registeredAt
}

async function requireNamed(question: Question, written: string, source: string): Promise<Agent> {
  const { roster, swarm, unregistered, now } = question
  if (written.trim() === 'system')
    throw new MailError('not-allowed', 'You cannot act as the system.', `Choose an agent with ${source}.`)
  if (parseAddress(written).type === 'person') return (await requirePerson(question, null)).agent
  const { name, longForm } = requireAgentName(written)
  const agent = (await roster.find(name)) ?? (swarm === null ? null : await roster.find(`${swarm}/${name}`))
  if (agent !== null && isAnotherRole(agent, longForm))
    throw new MailError(
      'conflict',
      `The mailbox ${agent.address} belongs to ${agent.longForm ?? agent.address}, not to ${longForm}.`,
      `Choose another agent with ${source}.`,
    )
  if (agent !== null) return agent
  if (unregistered) return unlisted(name, longForm, 'agent', now)
  const near = await roster.nearest(name, 3)
  const meant = near.length > 0 ? `Did you mean ${near.join(', ')}? ` : ''
  throw new MailError(
    'not-found',
    `There is no agent ${name}, which ${source} names.`,
    `${meant}To add it, run \`watchpost agents register ${name}\`.`,
  )
}
