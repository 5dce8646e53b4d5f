import { doerOf } from '../../services/context.ts'
import { requireAgent } from '../../services/lookup.ts'
import { tellSenders } from '../../services/posting/tell-senders.ts'
import { agentFields, registrationOf, whoField } from '../../services/roster/fields.ts'
import { requireSupervisor } from '../../services/roster/supervisor.ts'
import { agentNow } from '../../services/roster/value.ts'
import { operation } from '../operation.ts'

export const updateAgent = operation({
  summary: 'Change fields of an agent; --tag adds a tag, --untag removes one',
  access: 'write',
  needs: 'inside',
  unregistered: true,
  input: {
    agent: whoField,
    ...agentFields,
  },
  value: 'agent',
  async run(context, { agent, ...input }) {
    const known = await requireAgent(context, agent)
    const { address } = known
    const registration = registrationOf(address, input, context)
    await requireSupervisor(context, registration)
    const { agent: updated } = await context.store.roster.update(registration, doerOf(context), context.now())
    await tellSenders(context, address)
    return agentNow(context, updated)
  },
})
