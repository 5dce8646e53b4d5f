import { harnesses } from '../../domain/harness.ts'
import { type AgentSession, isConversation, isOfToolClient } from '../../domain/session.ts'
import type { Context } from '../context.ts'
import { iso } from '../values.ts'
import { attentionRow, type Concern, listedConcern } from './value.ts'

/** A new session has this long for its first hook, ms. */
const patience = 120_000
const mostLookedAt = 1000

/** Only these have hooks that we answer. */
const hooked = new Set(harnesses.filter(({ hookLimit }) => hookLimit !== null).map(({ name }) => name))

type Unhooked = AgentSession & { readonly harness: string }

/**
 * For each agent a session that shows signs of life and ran no hook. The first hook of a session always shows it what earlier ones
 * left open, if only that there is nothing. Only living coding agents of this machine count.
 */
async function unhookedSessions(context: Context): Promise<readonly Unhooked[]> {
  const { store, now, processes } = context
  if (processes === undefined) return []
  const found = new Map<string, Unhooked>()
  for (const session of await store.sessions.unbriefed(now() - patience, mostLookedAt)) {
    const { agent, id, process } = session
    if (found.has(agent) || process === null) continue
    if (!isConversation(id) && !isOfToolClient(id, agent)) continue
    const harness = await processes.harnessOf(process)
    if (harness !== null && hooked.has(harness)) found.set(agent, { ...session, harness })
  }
  return [...found.values()]
}

/** Agents whose coding agent runs, and its hooks do not: they learn of no mail. */
export async function unhookedConcerns(context: Context): Promise<readonly Concern[]> {
  return [
    listedConcern(
      'unhooked',
      await unhookedSessions(context),
      ({ agent }) => agent,
      async ({ agent, harness, startedAt }) =>
        attentionRow({
          agent,
          why: 'unhooked',
          reason: `hooks of ${agent} never ran${harness === 'Codex' ? inCodex : ''}`,
          since: iso(startedAt),
          command: `watchpost setup --check --as ${agent}`,
        }),
    ),
  ]
}

const inCodex = ': trust them with /hooks in Codex, then send a prompt'
