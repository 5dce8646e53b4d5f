import { createHash } from 'node:crypto'
import { isJsonObject, type JsonObject, jsonFlaw } from '../../domain/json.ts'
import { optionalText, requiredName, requiredText, requiredTime } from '../fields.ts'
import type { Found } from '../format.ts'
import { emptyParcel, unreadCopy } from '../parcel.ts'

/** The agent that begins a team; mail to the lead belongs to the thread of the teammate who wrote it. */
const lead = 'team-lead'
const longestSubject = 120

/** An entry of a teammate's inbox. `read` means that Claude Code has queued it for the session. */
export function readEntry(
  team: string,
  agent: string,
): (record: JsonObject, where: string) => readonly Found[] {
  return (record, where) => {
    const from = requiredName(record, 'from')
    const text = requiredText(record, 'text')
    const timestamp = requiredText(record, 'timestamp')
    const typed = typedIn(text)
    const owner = addressOf(team, agent)
    const isRead = record['read'] === true
    const { text: _text, read: _read, ...rest } = record
    const parcel = {
      ...emptyParcel,
      id: idOf([team, agent, from, timestamp, text]),
      from: addressOf(team, from),
      to: [owner],
      // Nobody here owes an answer to it.
      kind: 'notification' as const,
      subject: subjectOf(optionalText(record, 'summary'), typed, text),
      body: typed === null ? text : wordsIn(typed),
      payload: typed,
      swarm: null,
      sentAt: requiredTime(record, 'timestamp'),
      thread: `${team}/${agent === lead ? from : agent}`,
      copies: [{ ...unreadCopy, owner, status: isRead ? ('read' as const) : ('unread' as const) }],
      meta: { 'claude-teams': { team, ...rest } },
    }
    return [{ type: 'parcel', where, parcel }]
  }
}

/** A name of its own: teammates of two teams, and agents of ours, may be called alike. */
function addressOf(team: string, name: string): string {
  return [name, team].map((word) => word.replace(/[^\p{L}\p{N}_+-]/gu, '-')).join('.')
}

/** Entries have no ids. */
function idOf(parts: readonly string[]): string {
  return `ct-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 20)}`
}

/** Claude Code's own notices are JSON with a type, in the place of a text. */
function typedIn(text: string): JsonObject | null {
  if (!text.trimStart().startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) && typeof value['type'] === 'string' && jsonFlaw(value) === null ? value : null
  } catch {
    return null
  }
}

function wordsIn(typed: JsonObject): string {
  for (const name of ['content', 'message', 'reason', 'summary']) {
    const words = typed[name]
    if (typeof words === 'string' && words !== '') return words
  }
  return ''
}

function subjectOf(summary: string | null, typed: JsonObject | null, text: string): string {
  const type = typed === null ? null : String(typed['type']).replaceAll('_', ' ')
  const [first = ''] = (summary ?? type ?? text.trim()).split('\n')
  return first.length > longestSubject ? `${first.slice(0, longestSubject - 1)}…` : first
}
