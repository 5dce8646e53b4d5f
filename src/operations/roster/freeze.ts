import { requireAgent } from '../lookup.ts'
import { doerOf, operation } from '../operation.ts'
import { whoField } from './fields.ts'
import { agentNow } from './value.ts'

export const freezeAgent = operation({
  summary: "An agent's session ended; its mail waits until it resumes",
  access: 'write',
  unregistered: true,
  input: { agent: whoField },
  value: 'agent',
  async run(context, { agent }) {
    const { address } = await requireAgent(context, agent)
    return agentNow(
      context,
      await context.store.roster.setState(address, 'frozen', doerOf(context), context.now()),
    )
  },
})
