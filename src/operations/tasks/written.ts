import type { JsonObject } from '../../domain/json.ts'
import { readAnyway } from '../../services/mail/read-anyway.ts'
import { internal } from '../internal.ts'

type Asked = { readonly sender: string; readonly key: string }

export type Written = { readonly id: number; readonly task: string; readonly meta: JsonObject | null }

export const findWritten = internal({
  summary: 'Find the message of a task that a client sent under a key',
  access: 'read',
  async run({ store }, { sender, key }: Asked): Promise<Written | null> {
    const id = await store.messages.keyed(sender, key)
    const letter = id === null ? null : await readAnyway(store, id, null)
    const { task = null, meta = null } = letter?.message ?? {}
    return id === null || task === null ? null : { id, task, meta }
  },
})
