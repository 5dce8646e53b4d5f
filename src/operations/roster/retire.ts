import { authorOf, doerOf } from '../../services/context.ts'
import { requireAgent } from '../../services/lookup.ts'
import { tellSenders } from '../../services/posting/tell-senders.ts'
import { whoField } from '../../services/roster/fields.ts'
import { agentNow } from '../../services/roster/value.ts'
import { operation } from '../operation.ts'

export const retireAgent = operation({
  summary: 'Retire an agent; its unread mail becomes dead letters, and the senders are notified',
  access: 'write',
  needs: 'inside',
  unregistered: true,
  input: { agent: whoField },
  value: 'agent',
  async run(context, { agent }) {
    const { address } = await requireAgent(context, agent)
    const retired = await context.store.roster.setState(address, 'dead', doerOf(context), context.now())
    await context.store.asks.clear(address)
    await context.store.reservations.end(authorOf(context), address)
    await tellSenders(context, address)
    return agentNow(context, retired)
  },
})
