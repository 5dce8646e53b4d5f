import { kindRules, kinds } from '../../domain/kind.ts'
import type { OutcomeState } from '../../domain/outcome.ts'
import { likenesses } from '../../domain/query/likeness.ts'
import type { LikeWork } from '../../domain/routing/ranking.ts'
import type { Context } from '../context.ts'

/** So much like mail is looked at, newest first. */
const mostAlike = 200
const mostCopies = 20
const mostQueues = 32
/** Mail that asks for something. */
const asking = kinds.filter((kind) => kindRules[kind].owes)
const endedAs: Partial<Record<OutcomeState, LikeWork['ended']>> = {
  completed: 'done',
  answered: 'done',
  failed: 'failed',
}

/**
 * These agents' ended work that resembles the message: mail to them, and items that they took from a queue. It learns only
 * from mail that the sender could search and read.
 */
export async function likeWork(
  { store, now }: Context,
  words: readonly string[],
  agents: readonly string[],
): Promise<{ readonly words: readonly string[]; readonly works: readonly LikeWork[] }> {
  if (words.length === 0 || agents.length === 0) return { words: [], works: [] }
  const queues = await store.queues.list({ limit: mostQueues, after: null }, now())
  const to = [...agents, ...queues.rows.map(({ name }) => `queue:${name}`)]
  const alike = await store.messages.alike({ words, kinds: asking, to, most: mostAlike })
  const found = likenesses(alike.documents, alike.words, alike.messages)
  const known = new Set(agents)
  const outcomes = await store.log.outcomes([...found.keys()], mostCopies)
  const works = outcomes.flatMap(({ message, owner, state, by }): readonly LikeWork[] => {
    const ended = endedAs[state]
    const agent = owner.startsWith('queue:') ? by : owner
    if (ended === undefined || agent === null || !known.has(agent)) return []
    return [{ agent, message, ended, likeness: found.get(message) ?? 0 }]
  })
  return { words: alike.words.map(({ word }) => word), works }
}
