import { openTerminals } from '../../services/supervision/open-terminals.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'

export const presence = operation({
  summary: 'List open terminal inboxes, with their thread and whether someone is replying',
  access: 'read',
  input: {},
  value: 'presences',
  unregistered: true,
  async run(context): Promise<Values['presences']> {
    return { presence: await openTerminals(context) }
  },
})
