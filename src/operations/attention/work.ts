import type { Letter } from '../../domain/message.ts'
import { readAnyway } from '../mail/read-anyway.ts'
import type { Context } from '../operation.ts'
import { workByLife } from '../sessions/work-by-life.ts'
import { iso, messageValue } from '../values.ts'
import type { AttentionRow } from './schema.ts'
import { attentionRow } from './value.ts'

const mostShown = 50

/** Work of sessions that ended and that nobody has resumed: still in progress, or unread again. */
export async function workTrouble(context: Context): Promise<readonly AttentionRow[]> {
  const { store } = context
  const rows: AttentionRow[] = []
  for (const { owner, message, holder, takenAt } of (await workByLife(context)).ended.slice(0, mostShown)) {
    const letter = await readAnyway(store, message, owner)
    if (letter !== null) rows.push(rowOf(letter, holder, takenAt))
  }
  for (const letter of await store.sessions.returned(mostShown)) {
    const { owner, returned } = letter.delivery ?? {}
    if (owner === undefined || returned === undefined) continue
    // Frozen agents with mail are listed as such; the mail of agents that went on is theirs to take up.
    const agent = await store.roster.find(owner)
    if (agent?.state === 'alive') rows.push(rowOf(letter, owner, returned.takenAt))
  }
  return rows
}

function rowOf(letter: Letter, agent: string, takenAt: number): AttentionRow {
  return attentionRow({
    message: messageValue(letter),
    agent,
    why: 'abandoned',
    reason: 'in progress, but its session has ended',
    since: iso(takenAt),
    command: `watchpost agents show ${agent}`,
  })
}
