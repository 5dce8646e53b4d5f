import { MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import { titleOf } from '../../domain/message.ts'
import { disarm } from '../../domain/prompt/disarm.ts'
import { flag, text } from '../../input/input.ts'
import type { Context } from '../../services/context.ts'
import { gateOf } from '../../services/gate/gate.ts'
import { requireAgent } from '../../services/lookup.ts'
import { newestOf, newMail } from '../../services/mail/new-mail.ts'
import { iso } from '../../services/values.ts'
import type { Values } from '../../values/schemas.ts'
import { streaming } from '../operation.ts'

export const watch = streaming({
  summary: 'Print a line whenever the store changes, or for each new message of an agent',
  access: 'read',
  keepsUp: 'mail',
  input: {
    agent: text('Only mail for this agent, as it comes', {
      positional: true,
      completes: 'agent',
      placeholder: 'AGENT',
    }),
    subjects: flag('Also the sender and the subject; for people only'),
  },
  value: 'changed',
  examples: [
    ['watchpost watch', 'prints the time of each change'],
    ['watchpost watch critic', 'prints the id and the priority of each message that comes for critic'],
  ],
  async *run(context, { agent, subjects = false }, signal) {
    if (context.resumed === true) yield { at: iso(context.now()), replaced: true }
    if (agent === undefined) {
      if (subjects)
        throw new MailError('usage', '--subjects needs an agent.', 'Name one: `watchpost watch AGENT`.')
      yield* changes(context, signal)
    } else yield* mail(context, agent, subjects, signal)
  },
})

async function* changes(context: Context, signal: AbortSignal): AsyncGenerator<Values['changed']> {
  while (!signal.aborted) {
    const alters = await context.store.live.changed(signal)
    if (!signal.aborted) yield { at: new Date(context.now()).toISOString(), alters: [...alters] }
  }
}

/** Others' text is for people only: a line of this may be handed to an agent unchanged. */
async function* mail(
  context: Context,
  agent: string,
  subjects: boolean,
  signal: AbortSignal,
): AsyncGenerator<Values['changed']> {
  if (subjects) await gateOf(context).require('oversee', 'store')
  const { address: owner } = await requireAgent(context, agent)
  for await (const { message } of newMail(context, owner, await newestOf(context), signal)) {
    const { id, priority, sentAt, from } = message
    const told = { at: iso(sentAt), id: shortId(id), priority }
    yield subjects ? { ...told, from: disarm(from), subject: disarm(titleOf(message)) } : told
  }
}
