import { duration, flag, requiredText, text } from '../../input/input.ts'
import { requireAgent, requireMessage } from '../../services/lookup.ts'
import { openTerminals, subjectOf } from '../../services/supervision/open-terminals.ts'
import { terminalId } from '../../services/supervision/terminal-id.ts'
import { presenceValue } from '../../services/supervision/value.ts'
import { operation } from '../operation.ts'

export const here = operation({
  summary: 'Report that a terminal inbox is open, and list the others; the report expires after 90 seconds',
  access: 'write',
  needs: 'own',
  input: {
    terminal: requiredText('A name for the terminal', { positional: true, placeholder: 'NAME' }),
    thread: text('Any message of the thread that it shows', {
      completes: 'message',
      placeholder: 'ID',
    }),
    replying: flag('The person is replying there'),
    idle: duration('How long ago the last key was pressed there'),
    acting: text('The agent that the person acts as there', { completes: 'agent', placeholder: 'ADDRESS' }),
  },
  value: 'present',
  unregistered: true,
  async run(context, input) {
    const { store, actor, now } = context
    const found = input.thread === undefined ? null : await requireMessage(context, input.thread)
    const acting = input.acting === undefined ? null : (await requireAgent(context, input.acting)).address
    const presence = {
      id: terminalId(input.terminal),
      who: actor.address,
      thread: found?.message.thread ?? null,
      acting,
      replying: found !== null && (input.replying ?? false),
      seenAt: now(),
      keyAt: input.idle === undefined ? null : now() - input.idle,
    }
    await store.presence.put(presence)
    const others = (await openTerminals(context)).filter(({ terminal }) => terminal !== presence.id)
    return { ...presenceValue(presence, await subjectOf(context, presence.thread)), others }
  },
})
