import { readQuery } from '../../domain/query/query.ts'
import type { Values } from '../../values/schemas.ts'
import type { ViewCount } from '../../values/views-schema.ts'
import { operation } from '../operation.ts'

/** More than this is not counted, where no index has the number. */
const most = 99
const mostViews = 100

export const countViews = operation({
  summary: 'Count the mail in your inbox, what you owe, and in your saved searches',
  access: 'read',
  input: {},
  value: 'viewCounts',
  examples: [['watchpost view counts', 'how much there is in each view']],
  async run(context): Promise<Values['viewCounts']> {
    const { store, actor } = context
    const now = context.now()
    const { rows } = await store.views.list(actor.address, { limit: mostViews, after: null })
    const queries = await Promise.all(rows.map(({ query }) => readQuery(query, now).catch(() => null)))
    const readable = queries.filter((query) => query !== null)
    const { unread, owed, asked, drafts, snoozed, dead, found } = await store.views.tally(
      actor.address,
      readable,
      now,
      most + 1,
    )
    const upTo = (view: ViewCount['view'], number: number, name: string | null = null): ViewCount => ({
      view,
      name,
      count: Math.min(number, most),
      more: number > most,
    })
    const saved = rows.flatMap(({ name }, at) => {
      const query = queries[at]
      return query == null ? [] : [upTo('saved', found[readable.indexOf(query)] ?? 0, name)]
    })
    return {
      counts: [
        { view: 'inbox', name: null, count: unread, more: false },
        { view: 'i-owe', name: null, count: owed, more: false },
        { view: 'owed-to-me', name: null, count: asked, more: false },
        upTo('drafts', drafts),
        upTo('snoozed', snoozed),
        upTo('dead-letters', dead),
        ...saved,
      ],
    }
  },
})
