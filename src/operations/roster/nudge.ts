import { MailError } from '../../domain/errors.ts'
import { nudgeText } from '../../domain/nudge.ts'
import type { Agent } from '../../domain/roster.ts'
import { flag, requiredText } from '../input.ts'
import { requireAgent } from '../lookup.ts'
import { operation } from '../operation.ts'
import { refuseForbidden } from '../posting/talks-to.ts'

export const nudge = operation({
  summary: "Type a line into an agent's tmux pane; nothing is stored, so what must last is mail",
  access: 'write',
  input: {
    agent: requiredText('Whom', { positional: true, completes: 'agent', placeholder: 'AGENT' }),
    text: requiredText('What is typed, then Enter', {
      positional: true,
    }),
    force: flag('Even if it is frozen, or its pane shows a shell, which would run the text'),
  },
  value: 'nudged',
  examples: [
    ['watchpost nudge critic "Look at your inbox, please"', 'wakes an agent that waits at its prompt'],
  ],
  async run(context, { agent: written, text, force = false }): Promise<{ readonly pane: string }> {
    const line = nudgeText(text)
    const agent = await requireAgent(context, written)
    refuseForbidden(context, undefined, [{ address: agent.address, via: 'to' }], [agent])
    const pane = requirePane(agent, force)
    if (context.panes === undefined)
      throw new MailError('not-allowed', 'Nobody can be nudged from here.', mailHint(agent))
    await context.panes.nudge(pane, line, { force, hint: mailHint(agent) })
    return { pane }
  },
})

function requirePane(agent: Agent, force: boolean): string {
  const { address, pane, state } = agent
  if (state === 'dead') throw new MailError('conflict', `${address} is retired.`, '')
  if (pane === null)
    throw new MailError('not-found', `No tmux pane is known for ${address}.`, mailHint(agent))
  if (state === 'frozen' && !force)
    throw new MailError(
      'conflict',
      `The session of ${address} ended; nobody reads its pane.`,
      mailHint(agent),
    )
  return pane
}

function mailHint({ address }: Agent): string {
  return `Mail waits for it: \`watchpost send ${address}\`.`
}
