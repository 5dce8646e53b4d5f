import type { Environment } from '../config.ts'
import { isInbox } from '../domain/bell.ts'
import { ownSession } from '../domain/session.ts'
import type { BellDriver, Sender } from '../services/bell-driver.ts'

/** Senders that write at once are looked at together, ms. */
const gathering = 50

type Waiting = { readonly sender: Sender; readonly agents: Set<string> }

/**
 * Bells as one process can ring them. `process`: the name of a tool server's own process, which has the key of its
 * session's inbox; others leave inboxes to those.
 */
export function bellsOf(environment: Environment, process: string | null = null): BellDriver {
  const inbox = process === null ? null : environment.inbox()
  const waiting = new Map<string, Waiting>()
  let timer: NodeJS.Timeout | null = null

  async function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const gathered = [...waiting.values()]
    waiting.clear()
    for (const { sender, agents } of gathered) await ringElsewhere(sender, [...agents]).catch(() => undefined)
  }

  return {
    inbox:
      inbox === null || process === null
        ? null
        : { way: inbox.way, session: (agent) => ownSession('mcp', agent, process) },
    ring: async (target, line) => (await import('../drivers/bells/bells.ts')).ringBy(inbox, target, line),
    later(sender, agents) {
      const { location } = sender.store
      const known = waiting.get(location) ?? { sender, agents: new Set<string>() }
      for (const agent of agents) known.agents.add(agent)
      waiting.set(location, known)
      timer ??= setTimeout(() => void flush(), gathering).unref()
    },
    flush,
  }
}

/** A process of its own rings, so that a session that hangs costs the sender nothing. Inboxes are rung by who has their key. */
async function ringElsewhere({ store, settings, now }: Sender, agents: readonly string[]): Promise<void> {
  const due = (await store.bells.due(agents, settings.wake, now())).map(({ agent }) => agent)
  if (due.length === 0) return
  const ways = await store.bells.ways(due)
  const open = due.filter((_, at) => {
    const way = ways[at] ?? null
    return way !== null && !isInbox(way)
  })
  if (open.length === 0) return
  const { startRinger } = await import('../drivers/bells/ringer.ts')
  startRinger(store.location, open)
}
