import { requireAgent } from '../lookup.ts'
import { operation } from '../operation.ts'
import { nudgeValue } from './agent-value.ts'
import { whoField } from './fields.ts'
import { agentNow } from './value.ts'

const mostNudges = 5

export const showAgent = operation({
  summary: 'Show one agent: role, tags, session, state, unread mail, last nudges',
  access: 'read',
  unregistered: true,
  input: { agent: whoField },
  value: 'agent',
  async run(context, { agent }) {
    const known = await requireAgent(context, agent)
    const nudges = await context.store.log.nudges(known.address, mostNudges)
    return { ...(await agentNow(context, known)), nudges: nudges.map(nudgeValue) }
  },
})
