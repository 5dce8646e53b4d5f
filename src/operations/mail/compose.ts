import type { Post } from '../../../store/mail-store.ts'
import { MailError } from '../../domain/errors.ts'
import type { JsonObject } from '../../domain/json.ts'
import { type Kind, kindRules } from '../../domain/kind.ts'
import { previewOf } from '../../domain/message.ts'
import { isQueueAddress } from '../../domain/places.ts'
import { tierOf } from '../../domain/priority.ts'
import type { Resolution } from '../../domain/resolve.ts'
import { type Input, requireObject } from '../input.ts'
import type { Context } from '../operation.ts'
import type { letterFields } from './letter.ts'
import { broadcastLifetime, defaultExpiry, expiryOf, isBroadcast } from './lifetimes.ts'

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

const bodyLimit = 16 * 1024 * 1024
/** Mail to everyone is told, not asked. */
const announced: ReadonlySet<string> = new Set(['all', 'swarm', 'tag', 'channel'])

/** A message to these recipients, as the store takes it. @throws MailError `usage` */
export function postOf(
  context: Context,
  letter: Composed,
  to: Resolution,
  cc: Resolution,
  roster: number,
): Post {
  const now = context.now()
  const announces = to.ways.every((type) => announced.has(type))
  const kind = letter.kind ?? (announces ? 'notification' : letter.defaultKind)
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
    priority: letter.priority ?? 'normal',
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
