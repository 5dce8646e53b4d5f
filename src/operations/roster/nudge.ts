import { MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import { keptOfNudge, nudgeText, signedNudge } from '../../domain/nudge.ts'
import type { Agent } from '../../domain/roster.ts'
import { flag, requiredText, text } from '../../input/input.ts'
import { type Context, doerOf } from '../../services/context.ts'
import { gateOf } from '../../services/gate/gate.ts'
import { requireAgent, requireId } from '../../services/lookup.ts'
import type { Pane } from '../../services/pane-driver.ts'
import { refuseForbidden } from '../../services/posting/talks-to.ts'
import { paneOf } from '../../services/roster/pane.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'

export const nudge = operation({
  summary: "Type a line into an agent's tmux pane, signed with your name; nothing is stored as mail",
  access: 'write',
  needs: 'own',
  input: {
    agent: requiredText('The agent', { positional: true, completes: 'agent', placeholder: 'AGENT' }),
    text: requiredText('The text to type, followed by Enter', {
      positional: true,
    }),
    about: text('Only while the agent has not dealt with this message', {
      completes: 'message',
      placeholder: 'ID',
    }),
    force: flag(
      'Also if it is frozen, or its pane shows a shell, another program or a draft, but never a dialog; for people only',
    ),
  },
  value: 'nudged',
  examples: [
    ['watchpost nudge critic "Look at your inbox, please"', 'wakes an agent that waits at its empty prompt'],
    [
      'watchpost nudge critic "Please answer 1ABC7" --about 1ABC7',
      'types nothing if critic has answered by then',
    ],
  ],
  async run(context, { agent: written, text: said, about, force = false }): Promise<Values['nudged']> {
    const words = nudgeText(said)
    if (force) await gateOf(context).require('oversee', 'store')
    const agent = await requireAgent(context, written)
    refuseForbidden(context, undefined, [{ address: agent.address, via: 'to' }], [agent])
    const message = about === undefined ? null : await requireId(context, about)
    const isDue = message === null ? null : await whileDue(context, agent.address, message)
    const outcome = await attempt(context, agent, words, { force, isDue })
    await context.store.log.noteNudge({
      doer: doerOf(context),
      agent: agent.address,
      at: context.now(),
      text: words.slice(0, keptOfNudge),
      outcome: outcome.problem?.message ?? 'typed',
      message,
    })
    if (outcome.problem !== null) throw outcome.problem
    return { pane: outcome.pane }
  },
})

type How = { readonly force: boolean; readonly isDue: (() => Promise<void>) | null }
type Outcome =
  | { readonly pane: string; readonly problem: null }
  | { readonly pane: null; readonly problem: MailError }

async function attempt(context: Context, agent: Agent, words: string, how: How): Promise<Outcome> {
  try {
    return { pane: await typeTo(context, agent, words, how), problem: null }
  } catch (error) {
    if (error instanceof MailError) return { pane: null, problem: error }
    throw error
  }
}

async function typeTo(context: Context, agent: Agent, words: string, { force, isDue }: How): Promise<string> {
  const pane = requirePane(agent, force)
  const hint = mailHint(agent)
  if (context.panes === undefined)
    throw new MailError('not-allowed', 'Agents cannot be nudged from here.', hint)
  const line = signedNudge(words, context.actor.address, context.principal?.address ?? null)
  await context.panes.nudge(pane, line, {
    force,
    hint,
    // Others may have been typing until now.
    check: async () => {
      const now = requirePane(await requireAgent(context, agent.address), force)
      if (now.id !== pane.id || now.server !== pane.server)
        throw new MailError('conflict', `${agent.address} has moved to pane ${now.id}.`, 'Try again.')
      await isDue?.()
    },
  })
  return pane.id
}

function requirePane(agent: Agent, force: boolean): Pane {
  const { address, pane, state } = agent
  if (state === 'dead') throw new MailError('conflict', `${address} is retired.`, '')
  if (pane === null)
    throw new MailError('not-found', `The tmux pane of ${address} is not known.`, mailHint(agent))
  if (state === 'frozen' && !force)
    throw new MailError('conflict', `The session of ${address} has ended.`, mailHint(agent))
  return paneOf(agent, pane)
}

/** @throws MailError `not-found` the agent has no copy of the message · `conflict` it has dealt with it */
async function whileDue(context: Context, owner: string, message: number): Promise<() => Promise<void>> {
  const find = () => context.store.deliveries.find(owner, message)
  const first = await find()
  if (first === null)
    throw new MailError('not-found', `${owner} has no copy of ${shortId(message)}.`, 'Leave --about out.')
  const check = async () => {
    const copy = await find()
    const isRead = copy?.box === 'read' || copy?.box === 'processing'
    if (copy?.box === 'unread' || (isRead && copy.owes && first.box !== 'unread')) return
    throw new MailError(
      'conflict',
      `${owner} has already ${isRead ? 'read' : 'handled'} ${shortId(message)}; nothing was typed.`,
      `\`watchpost history ${shortId(message)}\` shows when.`,
    )
  }
  await check()
  return check
}

function mailHint({ address }: Agent): string {
  return `Send mail instead: \`watchpost send ${address}\`.`
}
