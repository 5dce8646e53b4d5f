import { presentFor } from '../../domain/presence.ts'
import { presenceValue } from '../../services/supervision/value.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'

export const presence = operation({
  summary: 'List open terminal inboxes, with their thread and whether someone is replying',
  access: 'read',
  input: {},
  value: 'presences',
  unregistered: true,
  async run({ store, processes, now }): Promise<Values['presences']> {
    const here = await store.presence.list(now() - presentFor)
    // A killed terminal could not report that it closed.
    const ended = await Promise.all(here.map(async ({ id }) => processes?.hasEnded(id) ?? false))
    return { presence: here.filter((_, at) => !ended[at]).map(presenceValue) }
  },
})
