import { text } from '../../input/input.ts'
import { requireAgent } from '../../services/lookup.ts'
import { tellSenders } from '../../services/posting/tell-senders.ts'
import { agentNow } from '../../services/roster/value.ts'
import { appear, sessionFor } from '../../services/sessions/appear.ts'
import { operation } from '../operation.ts'

export const beat = operation({
  summary: 'Report that you are alive',
  access: 'write',
  needs: 'inside',
  input: {
    agent: text('The agent (default: you)', { positional: true, completes: 'agent', placeholder: 'ADDRESS' }),
    session: text('The session it runs in now', { placeholder: 'ID' }),
    waiting: text('What it is waiting for, if it does nothing until mail arrives', { placeholder: 'REASON' }),
  },
  value: 'agent',
  async run(context, { agent, session, waiting }) {
    const known = agent === undefined ? context.actor : await requireAgent(context, agent)
    const { address } = known
    const named = session ?? sessionFor(context, address)
    const heard = await context.store.roster.beat(address, context.now(), named, waiting)
    await appear(context, address, named)
    await tellSenders(context, address)
    return agentNow(context, heard)
  },
})
