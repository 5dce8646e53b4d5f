import { excerptOf } from '../../../../domain/query/excerpt.ts'
import type { Query } from '../../../../domain/query/query.ts'
import { matches, type Searched } from '../../../../domain/query/query-match.ts'
import type { Mailbox } from '../../../../mailbox.ts'
import type { MessageValue } from '../../../../services/values.ts'
import type { List, Row } from '../../model/list.ts'
import type { OnScreen, Overlay } from '../../state.ts'
import { insideOf } from '../layout.ts'
import type { Fetched } from './fetched.ts'
import { topOf } from './list.ts'
import { isStream } from './stream.ts'

const atOnce = 100

/** The rows of a page that go with a filter. Bodies are looked at only where words are asked for; looking changes nothing. */
export async function narrowPage(
  mailbox: Mailbox,
  query: Query | null,
  page: Fetched,
  now: number,
): Promise<Fetched> {
  if (query === null) return page
  const messages = page.rows.flatMap((row) => (row.type === 'mail' ? [row.message] : []))
  const bodies = query.terms.some(({ type }) => type === 'text') ? await bodiesOf(mailbox, messages) : null
  const rows = page.rows.flatMap((row): readonly Row[] => {
    if (row.type !== 'mail') return matches(query, bare(row), now) ? [row] : []
    const body = bodies?.get(row.message.id) ?? ''
    return matches(query, searched(row.message, body), now) ? [withSnippet(row, query, body)] : []
  })
  return { rows, next: page.next }
}

function withSnippet(row: Extract<Row, { type: 'mail' }>, query: Query, body: string): Row {
  const snippet = excerptOf(query, body)
  return snippet === null ? row : { ...row, snippet }
}

async function bodiesOf(
  mailbox: Mailbox,
  messages: readonly MessageValue[],
): Promise<ReadonlyMap<string, string>> {
  const bodies = new Map<string, string>()
  const ids = [...new Set(messages.map(({ id }) => id))]
  for (let at = 0; at < ids.length; at += atOnce) {
    const { value } = await mailbox.read({ messages: ids.slice(at, at + atOnce), peek: true })
    for (const { id, body } of value.messages) bodies.set(id, body)
  }
  return bodies
}

function searched(message: MessageValue, body: string): Searched {
  return { ...message, body }
}

/** A draft, a member, a trouble: found by its words alone. */
function bare(row: Exclude<Row, { type: 'mail' }>): Searched {
  const [body, sentAt] =
    row.type === 'draft'
      ? [JSON.stringify(row.draft.fields), row.draft.savedAt]
      : row.type === 'member'
        ? [row.id, '']
        : row.type === 'reason'
          ? [row.group.why, '']
          : [
              `${row.trouble.agent ?? ''} ${row.trouble.queue ?? ''} ${row.trouble.swarm ?? ''} ${row.trouble.reason}`,
              '',
            ]
  return {
    id: row.id,
    thread: '',
    from: '',
    to: [],
    cc: [],
    owner: null,
    kind: '',
    priority: '',
    subject: '',
    body,
    tags: [],
    task: null,
    sentAt,
    expiresAt: null,
    status: null,
    condition: null,
    pinned: false,
    acknowledgedAt: null,
    completedAt: null,
    owes: false,
    attachments: [],
    payload: null,
    context: null,
  }
}

/** How many rows of the list are seen: what is typed into takes the lowest rows of the pane. */
export function listRoom(state: OnScreen): number {
  return insideOf(state, 'inbox').rows - footOf(state.overlay)
}

function footOf({ type }: Overlay): number {
  return type === 'search' || type === 'filter' ? 2 : type === 'post' ? 1 : 0
}

/** The rows that are seen, from the top. Streams are drawn upside down. */
export function shownRows(list: List, room: number): readonly Row[] {
  const top = topOf(list, room)
  const shown = list.rows.slice(top, top + room)
  return isStream(list.source) ? shown.toReversed() : shown
}

/** The label before the typed words. */
export function searchLabel(type: 'search' | 'filter'): string {
  return type === 'search' ? '/' : 'filter '
}
