import { requiredText } from '../input.ts'
import { requireAgent } from '../mail/lookup.ts'
import { doerOf, operation } from '../operation.ts'
import { agentNow } from './value.ts'

export const retireAgent = operation({
  summary: 'Take an agent off the roster; its unread mail becomes dead letters',
  access: 'write',
  unregistered: true,
  input: { agent: requiredText('Who', { positional: true, completes: 'agent', placeholder: 'ADDRESS' }) },
  value: 'agent',
  async run(context, { agent }) {
    const { address } = await requireAgent(context, agent)
    return agentNow(
      context,
      await context.store.roster.setState(address, 'dead', doerOf(context), context.now()),
    )
  },
})
