import type { MessageCursor, Traffic } from '../../../store/mail-store.ts'
import { internal } from '../internal.ts'

type After = { readonly after: MessageCursor; readonly most: number }

export const taskTraffic = internal({
  summary: 'List the messages of all tasks after a cursor, oldest first and without their bodies',
  access: 'read',
  run: ({ store }, { after, most }: After): Promise<Traffic> => store.tasks.traffic(after, most),
})
