import type { Post, Posted } from '../../../store/mail-store.ts'
import { matchesPattern } from '../../domain/address.ts'
import { isMailError, MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import type { JsonObject } from '../../domain/json.ts'
import { type Kind, kindRules } from '../../domain/kind.ts'
import { previewOf } from '../../domain/message.ts'
import { requireTime } from '../../domain/moment.ts'
import { isQueueAddress } from '../../domain/places.ts'
import { type Priority, tierOf } from '../../domain/priority.ts'
import { type Recipient, type Resolution, readAddresses, resolveAddresses } from '../../domain/resolve.ts'
import { swarmOf } from '../../domain/roster.ts'
import { type Input, requireObject } from '../input.ts'
import type { Context } from '../operation.ts'
import { absenceWarnings, askRoster, refuseClosed, stateOf } from './directory.ts'
import { adviceOn } from './hygiene.ts'
import type { letterFields } from './letter.ts'
import { refuseUnknown } from './unknown.ts'

type Letter = Input<typeof letterFields>

/** A message whose recipients are still as written. */
export type Composed = Letter & {
  readonly to: readonly string[]
  readonly defaultKind: Kind
  readonly replyTo?: number | null
  readonly thread?: number | null
  readonly answers?: boolean
  readonly meta?: JsonObject | null
  /** Whom this answers: always allowed, whatever the sender's `talksTo` says. */
  readonly answering?: string
}

export type SentValue = {
  readonly id: string
  readonly thread: string
  readonly recipients: readonly {
    readonly address: string
    readonly state: 'delivered' | 'held' | 'queued' | 'posted' | 'remote'
  }[]
  readonly duplicate: boolean
  readonly warnings: readonly string[]
}

const bodyLimit = 16 * 1024 * 1024
const broadcastLifetime = 4 * 3_600_000
const sessionLifetime = 24 * 3_600_000
const tries = 5

/**
 * Resolves every recipient, then stores the message with all its copies: one bad name stores nothing. When
 * the roster changed between looking and storing, it looks again.
 * @throws MailError `unknown-recipient` · `ambiguous` · `not-allowed` · `conflict` · `usage`
 */
export async function postMessage(context: Context, letter: Composed): Promise<SentValue> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await postOnce(context, letter, attempt === 1 ? 'remembered' : undefined)
    } catch (error) {
      // What the first try resolved by may have been out of date, so nothing is refused on its word.
      if (attempt === tries || !isMailError(error) || (attempt > 1 && error.code !== 'stale')) throw error
    }
  }
}

async function postOnce(
  context: Context,
  letter: Composed,
  suffices: 'remembered' | undefined,
): Promise<SentValue> {
  const sender = { address: context.actor.address, swarm: swarmOf(context.actor) ?? context.swarm }
  const main = readAddresses(letter.to)
  const copies = readAddresses(letter.cc ?? [])
  const addresses = [...main, ...copies].map(({ address }) => address)
  const directory = await askRoster(context, addresses, sender, suffices)
  const options = { hold: letter.hold ?? false, exclude: letter.exclude ?? [] }
  const to = resolveAddresses(main, directory, sender, options)
  const cc = resolveAddresses(copies, directory, sender, options)
  await refuseUnknown(context, [...to.unknown, ...cc.unknown], directory)
  refuseClosed(directory, [to, cc])
  if (to.recipients.length + to.selectors.length + to.held.length + to.channels.length === 0) {
    throw new MailError('usage', 'The message has no recipient.', 'Name an agent, `all`, or `role:NAME`.')
  }
  refuseForbidden(context, letter, [...to.recipients, ...cc.recipients])
  const announces = to.ways.every((type) => announced.has(type))
  const kind = letter.kind ?? (announces ? 'notification' : letter.defaultKind)
  const post = postOf(context, letter, kind, to, cc, directory.version)
  const advice = await adviceOn(context, post, letter.again ?? false)
  const posted = await context.store.messages.deliver(post)
  const warnings = [...absenceWarnings([to, cc]), ...(posted.duplicate ? [] : advice)]
  return sentValue(posted, post, to.held.concat(cc.held), warnings)
}

export function refuseForbidden(
  context: Context,
  letter: Pick<Composed, 'answering'>,
  recipients: readonly Recipient[],
): void {
  const { address, talksTo } = context.actor
  if (talksTo.length === 0) return
  const refused = recipients.filter(
    (recipient) =>
      recipient.address !== letter.answering &&
      !talksTo.some((pattern) => matchesPattern(pattern, recipient.address)),
  )
  if (refused.length === 0) return
  throw new MailError(
    'not-allowed',
    `${address} may not write to ${refused.map((recipient) => recipient.address).join(', ')}; nothing was sent.`,
    `Its rule is --talks-to ${talksTo.join(' --talks-to ')}; answering a message is always allowed.`,
  )
}

function postOf(
  context: Context,
  letter: Composed,
  kind: Kind,
  to: Resolution,
  cc: Resolution,
  roster: number,
): Post {
  const now = context.now()
  const priority: Priority = letter.priority ?? 'normal'
  const body = letter.body ?? ''
  if (body.length > bodyLimit)
    throw new MailError(
      'usage',
      `The body has ${body.length} characters; at most ${bodyLimit} are taken.`,
      'Attach a file instead with --attach PATH.',
    )
  const expiresAt = expiryOf(letter, now)
  const { maxQueueSize } = context.settings.mailbox
  const swarms = to.selectors.filter((selector) => selector.startsWith('swarm:'))
  return {
    from: context.actor.address,
    principal: context.principal?.address ?? null,
    to: letter.to,
    cc: letter.cc ?? [],
    kind,
    priority,
    tier: tierOf(context.actor.kind, kind),
    subject: letter.subject ?? '',
    body,
    preview: previewOf(body),
    payload: letter.payload ?? null,
    context: requireObject(letter.context, 'context'),
    attachments: letter.attach ?? [],
    tags: tagsOf(letter, swarms),
    swarm: letter.swarm ?? swarms[0]?.slice('swarm:'.length) ?? null,
    task: letter.task ?? null,
    sentAt: now,
    expiresAt: expiresAt ?? (isBroadcast(to) ? now + broadcastLifetime : null),
    key: letter.key ?? null,
    meta: letter.meta ?? null,
    origin: context.origin,
    replyTo: letter.replyTo ?? null,
    thread: letter.thread ?? null,
    recipients: copiesOf(context, kind, to, cc, (via) => expiresAt ?? defaultExpiry(via, now)),
    channels: [...new Set([...to.channels, ...cc.channels])],
    selectors: selectorsOf(to, cc, (selector) => expiresAt ?? defaultExpiry(selector, now)),
    answers: letter.answers ?? false,
    expect: maxQueueSize === null ? { roster } : { roster, mostUnread: maxQueueSize },
  }
}

/** Mail to everyone is told, not asked. */
const announced: ReadonlySet<string> = new Set(['all', 'swarm', 'tag', 'channel'])

function isBroadcast(to: Resolution): boolean {
  return (
    to.selectors.length > 0 &&
    to.selectors.every(broadcasts) &&
    to.recipients.every(({ via }) => broadcasts(via))
  )
}

function broadcasts(selector: string): boolean {
  return selector === 'all' || selector.startsWith('swarm:')
}

/** Product design §3, lifetimes: broadcasts 4 h, mail to a session 24 h, everything else none. */
function defaultExpiry(via: string, now: number): number | null {
  if (broadcasts(via)) return now + broadcastLifetime
  return via.startsWith('session:') ? now + sessionLifetime : null
}

function expiryOf(letter: Letter, now: number): number | null {
  if (letter.ttl !== undefined && letter.expires !== undefined)
    throw new MailError('usage', 'Give --ttl or --expires, not both.', '')
  if (letter.ttl !== undefined) return now + letter.ttl
  const at = letter.expires === undefined ? null : requireTime(letter.expires, now, '--expires')
  if (at !== null && at <= now)
    throw new MailError(
      'usage',
      `--expires lies in the past: ${letter.expires}`,
      'Write a time to come, or a duration from now such as 4h.',
    )
  return at
}

/** ADR-003 §2 `broadcast()` marks its copies so. */
function tagsOf(letter: Letter, swarms: readonly string[]): readonly string[] {
  const marks = swarms.length > 0 ? ['broadcast', ...swarms] : []
  return [...new Set([...marks, ...(letter.tag ?? [])])]
}

function copiesOf(
  context: Context,
  kind: Kind,
  to: Resolution,
  cc: Resolution,
  expiry: (via: string) => number | null,
): Post['recipients'] {
  const first = new Set(to.recipients.map(({ address }) => address))
  const owes = (address: string) =>
    kindRules[kind].owes && address !== context.actor.address && !isQueueAddress(address)
  const copies = to.recipients.map(({ address, via }) => ({
    address,
    via,
    owes: owes(address),
    expiresAt: expiry(via),
  }))
  const also = cc.recipients.filter(({ address }) => !first.has(address))
  return [
    ...copies,
    ...also.map(({ address, via }) => ({
      address,
      via: via === 'to' ? 'cc' : via,
      owes: false,
      expiresAt: expiry(via),
    })),
  ]
}

function selectorsOf(
  to: Resolution,
  cc: Resolution,
  expiry: (selector: string) => number | null,
): Post['selectors'] {
  const selectors = [
    ...to.selectors,
    ...cc.selectors,
    ...[...to.held, ...cc.held].map((name) => (name.includes(':') ? name : `agent:${name}`)),
  ]
  return [...new Set(selectors)].map((selector) => ({ selector, expiresAt: expiry(selector) }))
}

function sentValue(
  posted: Posted,
  post: Post,
  held: readonly string[],
  warnings: readonly string[],
): SentValue {
  const waiting = post.selectors
    .map(({ selector }) => selector)
    .filter(
      (selector) => selector.startsWith('role:') && !post.recipients.some(({ via }) => via === selector),
    )
  return {
    id: shortId(posted.id),
    thread: shortId(posted.thread),
    recipients: [
      ...post.recipients.map(({ address }) => ({ address, state: stateOf(address) })),
      ...(post.channels ?? []).map((name) => ({ address: `channel:${name}`, state: 'posted' as const })),
      ...[...waiting, ...held].map((address) => ({ address, state: 'held' as const })),
    ],
    duplicate: posted.duplicate,
    warnings,
  }
}
