import { type BoxOrder, copiesIn, type MailBox, sliceOf } from '../../domain/mail2/box-order.ts'
import type { Letter } from '../../domain/message.ts'
import { type Listed, listedIn } from '../../services/boxes/lying.ts'
import type { Context } from '../../services/context.ts'
import { all } from '../../services/exchange/directory.ts'
import { internal } from '../internal.ts'

type Asked = BoxOrder & { readonly owner: string; readonly box: MailBox }

/** `total`: how much there is, where all of it was gone through. */
export type BoxPage = { readonly rows: readonly Listed[]; readonly total: number | null }

const atOnce = 500

export const boxPage = internal({
  summary: 'List a box of one owner by time, as e-mail does; listing changes nothing',
  access: 'read',
  async run(context, { owner, box, ...order }: Asked): Promise<BoxPage> {
    const found = box === 'outbox' ? await sent(context, owner, order) : await copies(context, owner, box)
    const shown = sliceOf(found.letters, order).map(({ message }) => message.id)
    const rows = await listedIn(context, owner, box, shown)
    return { rows, total: found.isAll ? found.letters.length : null }
  },
})

type Found = { readonly letters: readonly Letter[]; readonly isAll: boolean }

/** The store keeps a mailbox by rank, so this sorts all of it. */
async function copies(context: Context, owner: string, box: Exclude<MailBox, 'outbox'>): Promise<Found> {
  const { deliveries } = context.store
  const filter = { boxes: copiesIn[box] }
  const now = context.now()
  const letters = await all((after) => deliveries.page(owner, filter, now, { limit: atOnce, after }))
  return { letters, isAll: true }
}

/** Sent mail comes newest first, so that the newest of it needs no more than itself. */
async function sent(
  { store }: Context,
  owner: string,
  { by, newestFirst, offset, limit }: BoxOrder,
): Promise<Found> {
  const enough = newestFirst && by === 'entered' ? offset + limit : Number.POSITIVE_INFINITY
  const letters: Letter[] = []
  let after: string | null = null
  do {
    const page = await store.messages.sent(owner, { limit: Math.min(atOnce, enough - letters.length), after })
    letters.push(...page.rows)
    after = page.next
  } while (after !== null && letters.length < enough)
  return { letters, isAll: after === null }
}
