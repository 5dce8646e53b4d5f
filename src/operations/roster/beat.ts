import { text } from '../input.ts'
import { requireAgent } from '../lookup.ts'
import { operation } from '../operation.ts'
import { tellSenders } from '../posting/tell-senders.ts'
import { agentNow } from './value.ts'

export const beat = operation({
  summary: 'Say that you are alive',
  access: 'write',
  input: {
    agent: text('Who, if not you', { positional: true, completes: 'agent', placeholder: 'ADDRESS' }),
    session: text('The session it runs in now', { placeholder: 'ID' }),
    waiting: text('It does nothing until mail comes; what it waits for', { placeholder: 'REASON' }),
  },
  value: 'agent',
  async run(context, { agent, session, waiting }) {
    const address = agent === undefined ? context.actor.address : (await requireAgent(context, agent)).address
    const heard = await context.store.roster.beat(address, context.now(), session ?? context.session, waiting)
    await tellSenders(context, address)
    return agentNow(context, heard)
  },
})
