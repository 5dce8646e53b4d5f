import type { Mailbox } from '../../../../mailbox.ts'
import type { Row } from '../../model/list.ts'
import type { Source } from '../../state.ts'
import { fetchAttention } from './fetch-attention.ts'
import { type Fetched, inboxRows } from './fetched.ts'
import { rowId } from './row.ts'

type PlaceSource = Extract<Source, { type: 'attention' | 'owed' | 'queue' | 'channel' | 'tag' | 'group' }>
type PageInput = { readonly limit: number; readonly after?: string }

/** A page of a place that is not an agent's mailbox. */
export async function fetchPlace(mailbox: Mailbox, source: PlaceSource, page: PageInput): Promise<Fetched> {
  switch (source.type) {
    case 'queue':
      return inboxRows(await mailbox.inbox({ owner: `queue:${source.name}`, ...page }))
    case 'channel':
      return newestFirst(inboxRows(await mailbox.inbox({ owner: `channel:${source.name}`, ...page })))
    case 'tag':
      return newestFirst(inboxRows(await mailbox.inbox({ owner: source.tag, ...page })))
    case 'group': {
      const { name, members } = await mailbox.showGroup({ group: source.name })
      return { rows: members.map((id): Row => ({ type: 'member', id, group: name })), next: null }
    }
    case 'attention':
      return fetchAttention(mailbox, source.unfolded ?? [], page)
    case 'owed':
      return owedRows(mailbox, source.way, page)
  }
}

/** A stream's page arrives in order of time; the list keeps it reversed. */
function newestFirst({ rows, next }: Fetched): Fetched {
  return { rows: rows.toReversed(), next }
}

async function owedRows(mailbox: Mailbox, way: 'by-me' | 'to-me', page: PageInput): Promise<Fetched> {
  const only = way === 'by-me' ? { byMe: true } : { toMe: true }
  const { owed, next } = await mailbox.owed({ ...only, ...page })
  const rows = owed.map(
    ({ message, who }): Row => ({
      type: 'mail',
      id: rowId(message.id, who),
      message,
      threadSize: 1,
      copies: null,
      who,
    }),
  )
  return { rows, next }
}
