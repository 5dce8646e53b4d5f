import { readQuery } from '../../../../domain/query/query.ts'
import type { Mailbox } from '../../../../mailbox.ts'
import type { ListRequest } from '../../effect.ts'
import type { ListPage, News, Row } from '../../model/list.ts'
import { topicRowsOf } from '../roster/fetch-roster.ts'
import { fetchNews, newestIn } from './fetch-news.ts'
import { fetchPlace } from './fetch-place-list.ts'
import { withMessages } from './fetch-unfolded.ts'
import { type Fetched, inboxRows } from './fetched.ts'
import { pageSize } from './list.ts'
import { narrowPage } from './narrow.ts'
import { nothingBeyond } from './news.ts'

export type FetchedList = {
  readonly pages: readonly ListPage[]
  readonly passed: readonly (string | null)[]
  readonly news: News
}

const mostPerCall = 500
/** Pages kept of a long walk: the last ones. */
const keptPages = 2
/** How many pages are gone through for what a filter lets through. */
const mostPages = 200
/** How far beyond what was wanted a row is looked for that may be gone. */
const patience = 200

/** Asks for pages one after another, until there are enough rows and the one sought is among them. */
export async function fetchList(
  mailbox: Mailbox,
  request: ListRequest,
  now: number,
  superseded: () => boolean = () => false,
): Promise<FetchedList> {
  const { source, rows, until, filter } = request
  const query = filter === '' ? null : await readQuery(filter, now)
  const walking = request.mode === 'end'
  const pages: ListPage[] = []
  const passed: (string | null)[] = []
  let after = request.after
  let count = 0
  let found = until === null
  let newest: string | null = null
  for (let asked = 1; ; asked += 1) {
    const limit =
      walking || query !== null ? mostPerCall : Math.min(mostPerCall, Math.max(pageSize, rows - count))
    const fetched = await fetchPage(mailbox, request, after, limit)
    const page = await narrowPage(mailbox, query, fetched, now)
    if (asked === 1) newest = fetched.newest ?? null
    pages.push({ after, ...page })
    count += page.rows.length
    found ||= page.rows.some(({ id }) => id === until)
    if (walking && pages.length > keptPages) passed.push(pages.shift()?.after ?? null)
    const enough = count >= rows && (found || (!walking && count >= rows + patience))
    // Nobody waits for it any more: what else is asked for goes first.
    if (page.next === null || enough || superseded() || (query !== null && asked >= mostPages)) {
      const beyond = query === null ? await fetchNews(mailbox, request, pages) : nothingBeyond
      const news = { ...beyond, newest: newest ?? newestIn(source, pages) }
      return { pages, passed: walking ? [...passed] : [], news }
    }
    after = page.next
  }
}

async function fetchPage(
  mailbox: Mailbox,
  { source, unfolded }: ListRequest,
  after: string | null,
  limit: number,
): Promise<Fetched> {
  const page = { limit, ...(after === null ? {} : { after }) }
  switch (source.type) {
    case 'mailbox': {
      const { owner, box } = source
      const narrowed = box === 'inbox' ? {} : { [box]: true }
      const threads = unfolded === null ? { marks: true } : { marks: true, threads: true }
      const fetched = inboxRows(await mailbox.inbox({ owner, ...narrowed, ...threads, ...page }))
      return unfolded === null ? fetched : withMessages(mailbox, fetched, unfolded)
    }
    case 'everyone':
      return inboxRows(await mailbox.inbox({ everyone: true, ...page }))
    case 'sent':
      return inboxRows(await mailbox.inbox({ sent: true, ...page }))
    case 'drafts': {
      const { drafts, next } = await mailbox.listDrafts(page)
      return { rows: drafts.map((draft): Row => ({ type: 'draft', id: draft.id, draft })), next }
    }
    case 'attention':
    case 'owed':
    case 'queue':
    case 'channel':
    case 'tag':
    case 'group':
      return fetchPlace(mailbox, source, page)
    case 'debate':
    case 'task':
      return topicRowsOf(mailbox, source, page)
    case 'saved':
    case 'search': {
      const { messages, next } = await mailbox.search({ query: [source.query], ...page })
      const rows = messages.map(
        ({ snippet, ...message }): Row => ({
          type: 'mail',
          id: message.id,
          message,
          threadSize: 1,
          copies: null,
          ...(snippet && { snippet }),
        }),
      )
      return { rows, next }
    }
  }
}
