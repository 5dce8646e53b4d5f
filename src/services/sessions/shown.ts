import { shortId } from '../../domain/id.ts'
import type { Letter } from '../../domain/message.ts'
import type { AgentSession, Work } from '../../domain/session.ts'
import type { SessionValue, WorkingValue } from '../../values/sessions-schema.ts'
import type { Context } from '../context.ts'
import { iso } from '../values.ts'
import { openMailOf } from './beside.ts'
import { livesOf } from './lives.ts'

const [mostSessions, mostWork] = [10, 500]

/** The last sessions of an agent, and those that hold work, each with that work. */
export async function sessionsOf(context: Context, agent: string): Promise<readonly SessionValue[]> {
  const { sessions } = context.store
  const [recent, working, has] = await Promise.all([
    sessions.list(agent, mostSessions),
    sessions.work(agent, mostWork),
    openMailOf(context, agent),
  ])
  const leases = working.filter(({ kind }) => kind === 'lease')
  const known = new Map<string | null, AgentSession | null>(recent.map((one) => [one.id, one]))
  for (const { session, sessionId } of leases) if (!known.has(sessionId)) known.set(sessionId, session)
  const lives = livesOf(context)
  return Promise.all(
    [...known].map(async ([session, found]) => {
      const work = leases.filter(({ sessionId }) => sessionId === session).map(workValue)
      return {
        session,
        life: await lives(found),
        startedAt: iso(found?.startedAt ?? null),
        lastBeat: iso(found?.beatAt ?? null),
        endedAt: iso(found?.endedAt ?? null),
        way: found?.endedAt == null ? (found?.way ?? null) : null,
        has: (has.get(session ?? '') ?? []).filter((id) => work.every(({ message }) => message !== id)),
        work,
      }
    }),
  )
}

function workValue({ message, owner, takenAt, until }: Work): SessionValue['work'][number] {
  return { message: shortId(message), owner, since: iso(takenAt), until: iso(until) }
}

/** For each of these copies the session that works on it, where one does. */
export async function findWorking(
  context: Context,
  letters: readonly Letter[],
): Promise<(letter: Letter) => WorkingValue | null> {
  const owners = letters.flatMap(({ delivery }) => (delivery?.box === 'processing' ? [delivery.owner] : []))
  const lives = livesOf(context)
  const found = new Map<string, WorkingValue>()
  const asked = [...new Set(owners)]
  const works = await Promise.all(asked.map((owner) => context.store.sessions.work(owner, mostWork)))
  for (const [at, owner] of asked.entries())
    for (const { message, session, sessionId, takenAt } of works[at] ?? [])
      found.set(`${owner} ${message}`, {
        session: sessionId,
        life: await lives(session),
        since: iso(takenAt),
      })
  return ({ message, delivery }) => found.get(`${delivery?.owner} ${message.id}`) ?? null
}
