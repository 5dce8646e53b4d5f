import { text } from '../../input/input.ts'
import { requireAgent } from '../../services/lookup.ts'
import { operation } from '../operation.ts'

export const count = operation({
  summary: 'Count unread mail by priority',
  access: 'read',
  input: {
    owner: text('The owner of the mailbox', { positional: true, completes: 'agent', placeholder: 'ADDRESS' }),
  },
  value: 'counts',
  async run(context, { owner }) {
    const address = owner === undefined ? context.actor.address : (await requireAgent(context, owner)).address
    return context.store.deliveries.count(address, context.now())
  },
})
