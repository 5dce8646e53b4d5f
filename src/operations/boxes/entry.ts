import { isUuid, parseId } from '../../domain/id.ts'
import type { MailBox } from '../../domain/mail2/box-order.ts'
import { type Lying, lyingIn } from '../../services/boxes/lying.ts'
import { internal } from '../internal.ts'

type Asked = { readonly owner: string; readonly box: MailBox; readonly uuid: string }

export const boxEntry = internal({
  summary: 'Find a message in a box of one owner by its UUID; what lies elsewhere is not found',
  access: 'read',
  async run(context, { owner, box, uuid }: Asked): Promise<Lying | null> {
    if (!isUuid(uuid)) return null
    for (const id of await context.store.messages.find(parseId(uuid))) {
      const lying = await lyingIn(context, owner, box, id)
      if (lying !== null) return lying
    }
    return null
  },
})
