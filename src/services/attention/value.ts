import type { Page, PageRequest } from '../../../store/mail-store.ts'
import type { AttentionGroup } from '../../domain/attention.ts'
import { numberFrom } from '../../input/paging.ts'
import type { AttentionRow } from '../../values/attention-schema.ts'

/** One reason with its exact numbers, and its rows a page at a time. */
export type Concern = AttentionGroup & {
  readonly page: (request: PageRequest) => Promise<Page<AttentionRow>>
}

type About = Pick<AttentionRow, 'why' | 'reason' | 'command'> & Partial<AttentionRow>

export function attentionRow(about: About): AttentionRow {
  return {
    message: null,
    agent: null,
    queue: null,
    since: null,
    deadline: null,
    request: null,
    loop: null,
    swarm: null,
    ...about,
  }
}

/** A reason whose few things are all at hand; their rows are made as they are asked for. */
export function listedConcern<T>(
  why: AttentionRow['why'],
  things: readonly T[],
  agentOf: (thing: T) => string | null,
  rowOf: (thing: T) => Promise<AttentionRow | null>,
): Concern {
  const agents = new Set(things.map(agentOf).filter((agent) => agent !== null))
  return {
    why,
    count: things.length,
    agents: agents.size,
    async page({ limit, after }) {
      const from = numberFrom(after)
      const rows = await Promise.all(things.slice(from, from + limit).map(rowOf))
      const next = from + limit < things.length ? String(from + limit) : null
      return { rows: rows.filter((row) => row !== null), next }
    },
  }
}
