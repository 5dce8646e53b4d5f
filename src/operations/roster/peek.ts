import { MailError } from '../../domain/errors.ts'
import { number, requiredText } from '../../input/input.ts'
import { requireAgent } from '../../services/lookup.ts'
import { paneOf } from '../../services/roster/pane.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'

const [usual, most] = [20, 500]

export const peek = operation({
  summary: "Show the last lines of an agent's tmux pane; for people only",
  access: 'read',
  // A terminal may show secrets, and text that would instruct another agent.
  needs: [['oversee', 'store']],
  input: {
    agent: requiredText('The agent', { positional: true, completes: 'agent', placeholder: 'AGENT' }),
    lines: number(`How many lines (${usual}, up to ${most})`),
  },
  value: 'peeked',
  examples: [['watchpost peek critic', 'shows what critic has on its screen']],
  async run(context, { agent: written, lines = usual }): Promise<Values['peeked']> {
    if (lines < 1 || lines > most)
      throw new MailError('usage', `--lines must be between 1 and ${most}, not ${lines}.`, '')
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
    const text = await context.panes.capture(paneOf(agent, pane), hint)
    return { agent: address, pane, lines: text.trimEnd().split('\n').slice(-lines) }
  },
})
