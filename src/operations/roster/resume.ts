import { requireAgent } from '../lookup.ts'
import { doerOf, operation } from '../operation.ts'
import { whoField } from './fields.ts'
import { agentNow } from './value.ts'

export const resumeAgent = operation({
  summary: "An agent is back: its mail's clock goes on",
  access: 'write',
  unregistered: true,
  input: { agent: whoField },
  value: 'agent',
  async run(context, { agent }) {
    const { address } = await requireAgent(context, agent)
    return agentNow(
      context,
      await context.store.roster.setState(address, 'alive', doerOf(context), context.now()),
    )
  },
})
