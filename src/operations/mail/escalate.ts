import { readAddresses, resolveAddresses } from '../../domain/addressing/resolve.ts'
import { MailError } from '../../domain/errors.ts'
import {
  escalationBody,
  escalationPayload,
  escalationPriority,
  escalationSubject,
  escalationTargets,
  targetQuestion,
} from '../../domain/escalation.ts'
import { type Escalation, severities } from '../../domain/escalation-payload.ts'
import { shortId } from '../../domain/id.ts'
import { limits } from '../../domain/limits.ts'
import { type FullMessage, titleOf } from '../../domain/message.ts'
import { requireTime } from '../../domain/moment.ts'
import { isPerson, type RosterEntry, swarmOf } from '../../domain/roster.ts'
import { checkInput, choice, type Input, number, text, texts, time } from '../../input/input.ts'
import type { Context } from '../../services/context.ts'
import { requireMessage } from '../../services/lookup.ts'
import { askRoster } from '../../services/posting/directory.ts'
import { letterFields } from '../../services/posting/letter.ts'
import { postMessage } from '../../services/posting/post.ts'
import { refuseUnknown } from '../../services/posting/unknown.ts'
import { iso } from '../../services/values.ts'
import { operation } from '../operation.ts'

const escalateFields = {
  message: text('The message to escalate', {
    positional: true,
    completes: 'message',
    placeholder: 'ID',
  }),
  to: text('Ask this address instead of your supervisor', { completes: 'address', placeholder: 'ADDRESS' }),
  subject: text('Subject line (required without a message)', { short: 's', longest: limits.subject }),
  body: text('The facts needed to decide, in Markdown; - reads standard input', { short: 'b', stdin: true }),
  reason: text('Why you cannot decide it yourself'),
  option: texts('An option to choose from; repeat for more'),
  default: number('The option that is taken at the deadline if nobody has decided, counted from 1'),
  deadline: time('The deadline of the decision, such as 2h, 17:30 or tomorrow 9am'),
  severity: choice(severities, 'Severity (medium); it sets the priority'),
} as const

export const escalate = operation({
  summary: 'Ask your supervisor for a decision, else the foreman, coo or mayor, else the human',
  access: 'write',
  needs: 'own',
  input: escalateFields,
  value: 'sent',
  examples: [
    [
      'watchpost escalate Q8Y7D --severity high --reason "Two designs" --option "Keep v1" --option "Take v2" --default 1 --deadline 4h',
      'escalates a message with two options; the first is taken if nobody decides in time',
    ],
  ],
  async run(context, input) {
    const about = input.message === undefined ? null : (await requireMessage(context, input.message)).message
    const title = input.subject ?? (about === null ? '' : titleOf(about))
    if (title.trim() === '') throw new MailError('usage', 'An escalation needs a subject.', 'Add -s SUBJECT.')
    const escalation = escalationOf(context, input, about)
    const { to, toPerson } = await targetsOf(context, input.to)
    const letter = checkInput(letterFields, {
      subject: escalationSubject(title, toPerson),
      body: escalationBody(input.body ?? '', escalation),
      kind: 'escalation',
      priority: escalationPriority(escalation.severity, toPerson),
      payload: escalationPayload(escalation),
      ...(about?.task == null ? {} : { task: about.task }),
    })
    return postMessage(context, {
      ...letter,
      to,
      defaultKind: 'escalation',
      replyTo: about?.id ?? null,
      thread: about?.thread ?? null,
    })
  },
})

function escalationOf(
  context: Context,
  { reason, option = [], default: fallback, deadline, severity }: Input<typeof escalateFields>,
  about: FullMessage | null,
): Escalation {
  const now = context.now()
  const at = deadline === undefined ? null : requireTime(deadline, now, '--deadline')
  if (at !== null && at <= now)
    throw new MailError('usage', `--deadline is in the past: ${deadline}`, 'Give a future time, such as 4h.')
  if (fallback !== undefined && (option[fallback - 1] === undefined || at === null))
    throw new MailError(
      'usage',
      option[fallback - 1] === undefined
        ? `--default is not one of the options: ${fallback}`
        : '--default needs a deadline.',
      'Example: --option "Keep v1" --option "Take v2" --default 1 --deadline 4h',
    )
  return {
    id: newEscalationId(now),
    reason: reason ?? null,
    severity: severity ?? 'medium',
    options: option,
    fallback: fallback ?? null,
    deadline: iso(at),
    about: about === null ? null : shortId(about.id),
    again: 0,
  }
}

/** Known to both ends before the message has a number, as ADR-003 wants it. */
function newEscalationId(now: number): string {
  const chance = Math.floor(Math.random() * 36 ** 4)
  return `ESC-${now.toString(36)}${chance.toString(36).padStart(4, '0')}`.toUpperCase()
}

type Targets = { readonly to: readonly string[]; readonly toPerson: boolean }

async function targetsOf(context: Context, named: string | undefined): Promise<Targets> {
  const found = named === undefined ? await above(context) : await reachedBy(context, named)
  const to = named === undefined ? found.map(({ address }) => `agent:${address}`) : [named]
  if (to.length > 0) return { to, toPerson: found.length > 0 && found.every(isPerson) }
  throw new MailError(
    'unknown-recipient',
    'You have no supervisor to escalate to; nothing was sent.',
    'Choose a recipient with --to, or set your supervisor: `watchpost agents update YOU --reports-to THEM`.',
  )
}

async function above({ store, actor }: Context): Promise<readonly RosterEntry[]> {
  const { agents } = await store.roster.lookUp({
    tags: [],
    swarms: [],
    everyone: false,
    ...targetQuestion(actor),
  })
  return escalationTargets(actor, agents)
}

async function otherwiseAbove(context: Context): Promise<{ readonly otherwise: string }> {
  const names = (await above(context)).map(({ address }) => address)
  return { otherwise: names.length === 0 ? '' : `Leave out --to to escalate to ${names.join(', ')}.` }
}

/** Only to see whether it is for people; routing decides the recipients as for any message. */
async function reachedBy(context: Context, named: string): Promise<readonly RosterEntry[]> {
  const sender = { address: context.actor.address, swarm: swarmOf(context.actor) ?? context.swarm }
  const written = readAddresses([named])
  const addresses = written.map(({ address }) => address)
  const directory = await askRoster(context, addresses, sender)
  const { recipients, unknown } = resolveAddresses(written, directory, sender, { hold: false, exclude: [] })
  if (unknown.length > 0) await refuseUnknown(context, unknown, directory, await otherwiseAbove(context))
  const reached = new Set(recipients.map(({ address }) => address))
  return directory.agents.filter(({ address }) => reached.has(address))
}
