import { normalName } from '../../domain/addressing/address.ts'
import { type Resolution, readAddresses, resolveAddresses } from '../../domain/addressing/resolve.ts'
import type { Directory } from '../../domain/addressing/roster-question.ts'
import { MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import { kindRules } from '../../domain/kind.ts'
import type { Message } from '../../domain/message.ts'
import { isFailedDebt } from '../../domain/outcome.ts'
import { isQueueAddress } from '../../domain/places.ts'
import { swarmOf } from '../../domain/roster.ts'
import { isSealed } from '../../domain/seal.ts'
import { requiredText, texts } from '../../input/input.ts'
import { type Context, doerOf } from '../../services/context.ts'
import { requireMessage } from '../../services/lookup.ts'
import { askRoster, refuseClosed, stateOf } from '../../services/posting/directory.ts'
import { refuseForbidden } from '../../services/posting/talks-to.ts'
import { refuseUnknown } from '../../services/posting/unknown.ts'
import type { SentValue } from '../../values/mail-schema.ts'
import { operation } from '../operation.ts'

const mostCopies = 500

export const redeliver = operation({
  summary: 'Send a dead letter, held mail or a failed request again, to its owner or another recipient',
  access: 'write',
  needs: 'inside',
  input: {
    message: requiredText('The message', { positional: true, completes: 'message', placeholder: 'ID' }),
    to: texts('The new recipient', { completes: 'address', placeholder: 'ADDRESS' }),
  },
  value: 'sent',
  examples: [['watchpost redeliver Q8Y7D --to critic', 'sends an undelivered message to critic']],
  async run(context, { message: written, to }): Promise<SentValue> {
    const { message } = await requireMessage(context, written)
    const { found, directory } =
      to === undefined ? await ownersOf(context, message) : await namedBy(context, to)
    refuseForbidden(context, undefined, found.recipients, directory.agents)
    const reached = await context.store.deliveries.redeliver(
      doerOf(context),
      {
        message: message.id,
        to: found.recipients.map((recipient) => ({
          ...recipient,
          owes:
            kindRules[message.kind].owes &&
            recipient.address !== message.from &&
            !isQueueAddress(recipient.address),
        })),
        held: [...message.to, ...message.cc].flatMap(selectorsOf),
      },
      context.now(),
    )
    return {
      id: shortId(message.id),
      thread: shortId(message.thread),
      recipients: reached.map((address) => ({ address, state: stateOf(address) })),
      duplicate: false,
      warnings: to !== undefined && isSealed(message.body) ? [sealedFor(message)] : [],
    }
  },
})

/** The new recipients are not among those that it was sealed for. */
function sealedFor({ id }: Message): string {
  return `${shortId(id)} is sealed for its first recipients; others cannot open it. To seal it for others, forward it: \`watchpost forward ${shortId(id)} ADDRESS\`.`
}

/** Under what names mail may be held that was written to an address: a bare one may be a group's. */
function selectorsOf(text: string): readonly string[] {
  const own = selectorOf(text)
  return text.includes(':') ? [own] : [own, `group:${text.replace(/^@/u, '')}`]
}

function selectorOf(text: string): string {
  return text.includes(':') ? text : `agent:${normalName(text)}`
}

async function namedBy(context: Context, to: readonly string[]): Promise<Found> {
  const { found, directory } = await find(context, to)
  await refuseUnknown(context, found.unknown, directory, { otherwise: '' })
  refuseClosed(directory, [found])
  if (found.recipients.length === 0)
    throw new MailError(
      'unknown-recipient',
      `${to.join(', ')} has no recipients.`,
      'Use the address of an agent.',
    )
  return { found, directory }
}

/** Recipients whose copy is dead or failed; of held mail, the names that it waits for. */
async function ownersOf(context: Context, message: Message): Promise<Found> {
  const { rows } = await context.store.deliveries.of(message.id, { limit: mostCopies, after: null })
  const dead = rows
    .filter((copy) => copy.deadReason !== null || isFailedDebt(copy))
    .map(({ owner }) => selectorOf(owner))
  const owners = dead.length > 0 ? dead : [...message.to, ...message.cc]
  const { found, directory } = await find(context, owners)
  if (found.recipients.length > 0) return { found, directory }
  throw new MailError(
    'conflict',
    `There is no active agent ${owners.map((owner) => owner.replace(/^agent:/u, '')).join(', ')}.`,
    'Choose another recipient with --to, or bring the agent back with `watchpost agents resume`.',
  )
}

type Found = { readonly found: Resolution; readonly directory: Directory }

async function find(context: Context, texts: readonly string[]): Promise<Found> {
  const sender = { address: context.actor.address, swarm: swarmOf(context.actor) ?? context.swarm }
  const written = readAddresses(texts)
  const addresses = written.map(({ address }) => address)
  const directory = await askRoster(context, addresses, sender)
  return { found: resolveAddresses(written, directory, sender, { hold: false, exclude: [] }), directory }
}
