import type { Box } from '../delivery.ts'

/** The boxes of somebody's mail, as e-mail has them. */
export const mailBoxes = ['inbox', 'outbox', 'trash'] as const
export type MailBox = (typeof mailBoxes)[number]

/** Which copies lie in a box: all that were not put away, and what was. Sent mail is not a matter of copies. */
export const copiesIn: Readonly<Record<Exclude<MailBox, 'outbox'>, readonly Box[]>> = {
  inbox: ['unread', 'read', 'processing', 'completed', 'failed'],
  trash: ['archived'],
}

/** `entered`: in the order in which mail came to be here; `sent`: by the time that it bears. */
export type BoxOrder = {
  readonly by: 'entered' | 'sent'
  readonly newestFirst: boolean
  readonly offset: number
  readonly limit: number
}

type Dated = { readonly message: { readonly id: number; readonly sentAt: number } }

/** The part of a list that is asked for, in the order that is asked for. */
export function sliceOf<T extends Dated>(rows: readonly T[], order: BoxOrder): readonly T[] {
  const { by, newestFirst, offset, limit } = order
  const sign = newestFirst ? -1 : 1
  const sorted = rows.toSorted(({ message: one }, { message: other }) => {
    const bySent = by === 'sent' ? one.sentAt - other.sentAt : 0
    return sign * (bySent === 0 ? one.id - other.id : bySent)
  })
  return sorted.slice(offset, offset + limit)
}
