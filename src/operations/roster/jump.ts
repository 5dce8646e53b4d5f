import { MailError } from '../../domain/errors.ts'
import { requiredText } from '../../input/input.ts'
import { requireAgent } from '../../services/lookup.ts'
import { paneOf } from '../../services/roster/pane.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'

export const jump = operation({
  summary: "Bring an agent's tmux pane to the front of your terminal",
  access: 'read',
  input: {
    agent: requiredText('The agent', { positional: true, completes: 'agent', placeholder: 'AGENT' }),
  },
  value: 'nudged',
  examples: [['watchpost jump critic', 'shows the pane of critic']],
  async run(context, { agent: written }): Promise<Values['nudged']> {
    const agent = await requireAgent(context, written)
    const { address, pane } = agent
    const hint = `To set its pane, run \`watchpost agents update ${address} --pane %N\`.`
    if (pane === null) throw new MailError('not-found', `The tmux pane of ${address} is not known.`, hint)
    if (context.panes === undefined)
      throw new MailError(
        'not-allowed',
        'tmux panes cannot be shown from here.',
        'Run the command inside tmux.',
      )
    await context.panes.show(paneOf(agent, pane), hint)
    return { pane }
  },
})
