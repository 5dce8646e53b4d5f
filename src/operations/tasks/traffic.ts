import type { Message } from '../../domain/message.ts'
import { internal } from '../internal.ts'

type After = { readonly after: number; readonly most: number }

export const taskTraffic = internal({
  summary: 'List the messages of all tasks after one, oldest first and without their bodies',
  access: 'read',
  run: ({ store }, { after, most }: After): Promise<readonly Message[]> => store.tasks.traffic(after, most),
})
