import * as z from 'zod/mini'
import { attentionGroup } from './attention-schema.ts'
import { unreadCounts } from './mail-schema.ts'
import { places } from './places-schema.ts'
import { agents } from './roster-schema.ts'
import { count } from './schema-parts.ts'
import { presence } from './supervision-schema.ts'
import { view, viewCount } from './views-schema.ts'

/** What stands beside the mail of a mailbox. */
export const glance = z.object({
  unread: unreadCounts,
  /** Dead letters and drafts, counted up to 100. */
  dead: count,
  drafts: count,
  /** What needs a person, by reason. */
  attention: z.array(attentionGroup),
  views: z.array(view),
  counts: z.array(viewCount),
  places,
  presence: z.array(presence),
  /** Only with `--agents`: the first 500. */
  roster: z.nullable(agents),
})
