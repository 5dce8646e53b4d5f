import { type AgentSession, isAbandoned, type Work } from '../../domain/session.ts'
import { noteWay } from '../bells/note-way.ts'
import { authorOf, type Context, doerOf } from '../context.ts'
import { lifeOf, livesOf } from './lives.ts'

/** An agent has fewer pieces of work under way at one time. */
const mostWork = 500

export type Heard = {
  readonly agent: string
  readonly session: string
  /** The process that the session lives in, where that is known. */
  readonly process: string | null
}

/**
 * Notes that a session of an agent is there, and takes back the work of the agent's sessions that are gone. A living
 * session keeps its work, however silent it is.
 */
export async function hearOf(context: Context, { agent, session, process }: Heard): Promise<void> {
  const { store, now } = context
  // Listed first: what the session takes once it is known to live in another process is not among it.
  const work = await store.sessions.work(agent, mostWork)
  const known = await store.sessions.find(agent, session)
  const recorded = await recordedLife(context, known)
  const isReplaced = recorded === 'ended' && known?.process !== process
  // A session stays with the process that it was first seen in for as long as that lives: a program within it may have another.
  const isKept = recorded === 'alive' || (process === null && recorded === 'unknown')
  const bySelf = context.principal === null && context.actor.address === agent
  const isNoted = await store.sessions.beat(agent, session, isKept ? undefined : process, now(), bySelf)
  if (isNoted) await noteWay(context, { agent, session, known })
  if (!isNoted || work.length === 0) return
  const lives = livesOf(context)
  const abandoned: Work[] = []
  for (const one of work) {
    const isOwn = one.sessionId === session
    if (isOwn ? isReplaced : isAbandoned(one, await lives(one.session), now())) abandoned.push(one)
  }
  await store.sessions.takeBack(doerOf(context), abandoned, now())
}

async function recordedLife({ processes }: Context, known: AgentSession | null) {
  if (known?.process == null || processes === undefined) return 'unknown'
  return lifeOf(processes, known.process)
}

/** A session has ended: its work is there for others at once. */
export async function endSession(context: Context, agent: string, session: string): Promise<void> {
  await context.store.sessions.end(agent, session, context.now())
  await context.store.asks.clear(agent, { session })
  await context.store.reservations.end(authorOf(context), agent, session)
  await takeBackOf(context, agent, (one) => one.sessionId === session)
}

/** An agent has ended its session, under whatever name: commands that know no session take work in it too. */
export async function endAgent(context: Context, agent: string, session: string | null): Promise<void> {
  if (session !== null) await endSession(context, agent, session)
  await context.store.asks.clear(agent)
  await context.store.reservations.end(authorOf(context), agent)
  await takeBackOf(context, agent, (one) => one.sessionId === null && one.kind === 'lease')
}

async function takeBackOf(context: Context, agent: string, isMeant: (work: Work) => boolean): Promise<void> {
  const { sessions } = context.store
  const work = (await sessions.work(agent, mostWork)).filter(isMeant)
  if (work.length > 0) await sessions.takeBack(doerOf(context), work, context.now())
}

/** Takes back what sessions of an agent that are gone had in work; `session` is the one that looks. */
export async function takeBackAbandoned(context: Context, agent: string, session: string): Promise<void> {
  const lives = livesOf(context)
  const abandoned: Work[] = []
  for (const work of await context.store.sessions.work(agent, mostWork))
    if (work.sessionId !== session && isAbandoned(work, await lives(work.session), context.now()))
      abandoned.push(work)
  if (abandoned.length > 0) await context.store.sessions.takeBack(doerOf(context), abandoned, context.now())
}
