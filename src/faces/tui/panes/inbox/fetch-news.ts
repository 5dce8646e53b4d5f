import type { Mailbox } from '../../../../mailbox.ts'
import type { ListRequest } from '../../effect.ts'
import type { Beyond, ListPage } from '../../model/list.ts'
import type { Source } from '../../source.ts'
import { nothingBeyond } from './news.ts'
import { messageOfRow, threadRowId } from './row.ts'

/** The count of new messages stops here on either side. */
const mostCounted = 500

/** Asks for what arrived outside the pages of a list: only of a list that is not loaded whole. */
export async function fetchNews(
  mailbox: Mailbox,
  { source, since, mode, unfolded }: ListRequest,
  pages: readonly ListPage[],
): Promise<Beyond> {
  const input = byPriority(source)
  if (mode !== 'refresh' || since === null || input === null) return nothingBeyond
  const loaded = new Set(pages.flatMap(({ rows }) => rows.map(({ id }) => id)))
  const idsAfter = async (after: string | null) => {
    const page = { limit: mostCounted, ...(after === null ? {} : { after }) }
    const { messages } = await mailbox.inbox({ ...input, since, ...page })
    const ids = messages.map(({ id, thread }) => (unfolded === null ? id : threadRowId(thread)))
    return [...new Set(ids)].filter((id) => !loaded.has(id))
  }
  const end = pages.at(-1)?.next ?? null
  const below = end === null ? [] : await idsAfter(end)
  if ((pages[0]?.after ?? null) === null) return { above: [], below }
  return { above: (await idsAfter(null)).filter((id) => !below.includes(id)), below }
}

/** The mailboxes in which new mail is not always at one end. */
function byPriority(source: Source) {
  switch (source.type) {
    case 'mailbox':
      return { owner: source.owner, ...(source.box === 'inbox' ? {} : { [source.box]: true }) }
    case 'everyone':
      return { everyone: true }
    case 'queue':
      return { owner: `queue:${source.name}` }
    default:
      return null
  }
}

/** The newest message if the source does not name one: the first of such a list. */
export function newestIn({ type }: Source, pages: readonly ListPage[]): string | null {
  if (type !== 'search' && type !== 'saved' && type !== 'sent') return null
  const [first] = pages
  const row = first?.after === null ? first.rows[0] : undefined
  return row === undefined ? null : messageOfRow(row.id)
}
