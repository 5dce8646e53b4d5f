import { isUuid, parseId } from '../../domain/id.ts'
import type { MailBox } from '../../domain/mail2/box-order.ts'
import { type Lying, liesIn, lyingOf } from '../../services/boxes/lying.ts'
import { readAnyway } from '../../services/mail/read-anyway.ts'
import { internal } from '../internal.ts'

type Asked = { readonly owner: string; readonly box: MailBox; readonly uuid: string }

export const boxEntry = internal({
  summary: 'Find a message in a box of one owner by its UUID; what lies elsewhere is not found',
  access: 'read',
  async run(context, { owner, box, uuid }: Asked): Promise<Lying | null> {
    if (!isUuid(uuid)) return null
    for (const id of await context.store.messages.find(parseId(uuid))) {
      const letter = await readAnyway(context.store, id, owner)
      if (letter !== null && liesIn(owner, box, letter, context.now()))
        return lyingOf(context, owner, box, letter)
    }
    return null
  },
})
