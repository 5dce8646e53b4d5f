import { requireAgent } from '../lookup.ts'
import { operation } from '../operation.ts'
import { whoField } from './fields.ts'
import { agentNow } from './value.ts'

export const showAgent = operation({
  summary: 'One agent: role, tags, session, state, unread mail',
  access: 'read',
  unregistered: true,
  input: { agent: whoField },
  value: 'agent',
  async run(context, { agent }) {
    return agentNow(context, await requireAgent(context, agent))
  },
})
