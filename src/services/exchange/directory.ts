import type { MailStore } from '../../../store/mail-store.ts'
import type { Directory } from '../../domain/addressing/roster-question.ts'
import type { Place } from '../../domain/places.ts'
import type { Agent } from '../../domain/roster.ts'

const pageSize = 500

/** Everybody and every place, at once: many messages are about to be addressed. */
export async function wholeDirectory(store: MailStore): Promise<Directory> {
  const agents: Agent[] = await all((after) => store.roster.list({}, { limit: pageSize, after }))
  const groups = await all((after) => store.groups.list({ limit: pageSize, after }))
  const queues = await all((after) => store.queues.list({ limit: pageSize, after }, 0))
  const channels = await all((after) => store.channels.list({ limit: pageSize, after }))
  const places: Place[] = [
    ...groups.map(({ name, members }) => ({ type: 'group' as const, name, members })),
    ...queues.map(({ name, status }) => ({ type: 'queue' as const, name, status })),
    ...channels.map(({ name, status, subscribers }) => ({
      type: 'channel' as const,
      name,
      status,
      subscribers,
    })),
  ]
  return { agents, version: 0, places }
}

export async function all<T>(
  page: (after: string | null) => Promise<{ readonly rows: readonly T[]; readonly next: string | null }>,
): Promise<T[]> {
  const rows: T[] = []
  for (let after: string | null = null; ; ) {
    const answer = await page(after)
    rows.push(...answer.rows)
    if (answer.next === null) return rows
    after = answer.next
  }
}
