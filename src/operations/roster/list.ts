import { agentKinds } from '../../domain/priority.ts'
import { agentStates } from '../../domain/roster.ts'
import { choice, text } from '../../input/input.ts'
import { pageFields, pageOf } from '../../input/paging.ts'
import { agentValues } from '../../services/roster/value.ts'
import { operation } from '../operation.ts'

export const listAgents = operation({
  summary: 'List the roster: agents with state and unread mail',
  access: 'read',
  unregistered: true,
  nameless: 'nobody',
  input: {
    role: text('Only holders of this role', { placeholder: 'NAME' }),
    swarm: text('Only members of this swarm', { placeholder: 'NAME' }),
    tag: text('Only agents with this tag', { placeholder: 'TAG' }),
    state: choice(agentStates, 'Only agents in this state'),
    kind: choice(agentKinds, 'Only this kind'),
    ...pageFields,
  },
  value: 'agents',
  async run(context, { role, swarm, tag, state, kind, ...page }) {
    const filter = {
      ...(role && { role }),
      ...(swarm && { swarm }),
      ...(tag && { tag }),
      ...(state && { state }),
      ...(kind && { kind }),
    }
    const { rows, next } = await context.store.roster.list(filter, pageOf(page))
    return { agents: await agentValues(context, rows), next }
  },
})
