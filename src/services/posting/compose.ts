import type { Post } from '../../../store/mail-store.ts'
import { MailError } from '../../domain/errors.ts'
import { isEscalation, lookedBack } from '../../domain/hygiene.ts'
import type { JsonObject } from '../../domain/json.ts'
import { type Kind, kindRules } from '../../domain/kind.ts'
import { limits, requireListable } from '../../domain/limits.ts'
import type { Answered } from '../../domain/loops.ts'
import { previewWith } from '../../domain/message.ts'
import { isQueueAddress } from '../../domain/places.ts'
import { tierOf } from '../../domain/priority.ts'
import { type Input, requireObject } from '../../input/input.ts'
import type { Context } from '../context.ts'
import type { letterFields } from './letter.ts'
import { broadcastLifetime, defaultExpiry, expiryOf, longestExpiry } from './lifetimes.ts'
import type { Route } from './route.ts'

type Letter = Input<typeof letterFields>

/** A message whose recipients are still as written. */
export type Composed = Letter & {
  readonly to: readonly string[]
  readonly defaultKind: Kind
  readonly replyTo?: number | null
  readonly thread?: number | null
  readonly answers?: boolean
  /** Nobody owes it an answer, whatever its kind says. */
  readonly asksNothing?: true
  readonly meta?: JsonObject | null
  /** Attachments that the sender did not name; their existence is not checked. */
  readonly inherited?: readonly string[]
  /** The message whose place it takes, as its sender wrote the id; then its number. */
  readonly replaces?: string | undefined
  readonly replaced?: number | undefined
  /** What it answers, or the message of the thread that it joins. */
  readonly answered?: Answered | null
  /** A program writes it by itself. */
  readonly automatic?: true
  /** Only its readers can read its body, payload and context. */
  readonly seal?: boolean | undefined
  /** The task of MAIL's that it begins. */
  readonly begins?: Post['begins']
  /** The recipients as they were asked for, and those of them that were chosen. */
  readonly asked?: readonly string[]
  readonly chosen?: Post['chosen']
  /** The agent that this answers: always allowed, whatever the sender's `talksTo` says. */
  readonly answering?: string | undefined
  /** The last message of the thread, where it matters that nothing came after it. */
  readonly newest?: number
  /** Copies only for these; the others are addressed all the same. */
  readonly only?: ReadonlySet<string>
  /** How often its task had ended before, if it must not have ended again in the meantime. */
  readonly endings?: number
  /** What makes it the same message as an earlier one under its key, where that is not its content. */
  readonly sameAs?: string
  /** The last message of its task, where it matters that nothing came after it. */
  readonly taskNewest?: number
}

/** A message to these recipients, as the store takes it. @throws MailError `usage` */
export function postOf(context: Context, letter: Composed, route: Route): Post {
  const now = context.now()
  const { roster, swarms, selectors } = route
  const kind = letter.kind ?? (route.announces ? 'notification' : letter.defaultKind)
  const body = letter.body ?? ''
  if (body.length > limits.body)
    throw new MailError(
      'usage',
      `The body has ${body.length} characters; the limit is ${limits.body}.`,
      'Attach a file with --attach PATH instead.',
    )
  requireSmall(letter)
  if (letter.key === '') throw new MailError('usage', '--key is empty.', 'Give it a value, or leave it out.')
  const expiresAt = expiryOf(letter, now)
  const post: Post = {
    from: context.actor.address,
    principal: context.principal?.address ?? null,
    to: letter.chosen === undefined ? letter.to : letter.to.map(withoutPrefix),
    cc: letter.cc ?? [],
    kind,
    priority: letter.priority ?? 'normal',
    tier: tierOf(context.actor.kind, kind),
    subject: letter.subject ?? '',
    body,
    preview: previewWith(body, letter.payload ?? null),
    payload: letter.payload ?? null,
    context: requireObject(letter.context, '--context'),
    attachments: letter.attach ?? [],
    tags: tagsOf(letter, swarms),
    swarm: (letter.swarm || swarms[0]?.slice('swarm:'.length)) ?? null,
    task: letter.task || null,
    sentAt: now,
    expiresAt: expiresAt ?? (route.isBroadcast ? now + broadcastLifetime : null),
    key: letter.key ?? null,
    meta: letter.meta ?? null,
    origin: context.origin,
    ...(letter.automatic && { automatic: true }),
    ...(letter.replaced === undefined ? {} : { replaces: letter.replaced }),
    replyTo: letter.replyTo ?? null,
    thread: letter.thread ?? null,
    recipients: copiesOf(context, kindRules[kind].owes && !letter.asksNothing, route, now, expiresAt).filter(
      ({ address }) => letter.only?.has(address) ?? true,
    ),
    channels: route.channels,
    selectors: (letter.only === undefined ? selectors : []).map((selector) => ({
      selector,
      expiresAt: expiresAt ?? defaultExpiry(selector, now),
    })),
    repeatsAmong: isNews(letter) ? lookedBack : undefined,
    repeatsRead: isEscalation({ kind, subject: letter.subject ?? '' }),
    answers: letter.answers ?? false,
    ...(letter.sameAs && { sameAs: letter.sameAs }),
    ...(letter.begins === undefined ? {} : { begins: letter.begins }),
    ...(letter.chosen === undefined ? {} : { asked: letter.asked ?? [], chosen: letter.chosen }),
    expect: expectedBy(context, letter, roster),
  }
  requireListable(post)
  return post
}

/** What must still be so once it is stored. */
function expectedBy({ settings }: Context, letter: Composed, roster: Route['roster']): Post['expect'] {
  const { newest, endings, taskNewest } = letter
  const { maxQueueSize: mostUnread } = settings.mailbox
  return {
    roster,
    ...(mostUnread === null ? {} : { mostUnread }),
    ...(newest === undefined ? {} : { newest }),
    ...(endings === undefined ? {} : { endings }),
    ...(taskNewest === undefined ? {} : { taskNewest }),
  }
}

/** A chosen agent is resolved as `agent:NAME`, so that no role of its name is meant, and written as its name. */
function withoutPrefix(address: string): string {
  return address.startsWith('agent:') ? address.slice('agent:'.length) : address
}

/** @throws MailError `usage` */
export function requireSmall({ payload = null, context = null }: Pick<Letter, 'payload' | 'context'>): void {
  const length = payload === null && context === null ? 0 : JSON.stringify([payload, context]).length
  if (length > limits.fields)
    throw new MailError(
      'usage',
      `Payload and context have ${length} characters; the limit is ${limits.fields}.`,
      'Attach a file with --attach PATH instead.',
    )
}

/** Answers, and what goes on in a thread, repeat nothing; no more does what is meant to. */
function isNews({ again, replyTo, thread, subject }: Composed): boolean {
  return !again && (replyTo ?? thread ?? null) === null && (subject ?? '') !== ''
}

const none: readonly string[] = []

/** ADR-003 §2 `broadcast()` marks its copies so. */
function tagsOf({ tag }: Letter, swarms: readonly string[]): readonly string[] {
  if (swarms.length === 0 && tag === undefined) return none
  const marks = swarms.length > 0 ? ['broadcast', ...swarms] : []
  return [...new Set([...marks, ...(tag ?? [])])]
}

function copiesOf(
  { actor }: Context,
  owes: boolean,
  { copies }: Route,
  now: number,
  expiresAt: number | null,
): Post['recipients'] {
  return copies.map(({ address, via, alsoVia, cc, isSession }) => ({
    address,
    via,
    ...(alsoVia !== undefined && { alsoVia }),
    owes: owes && !cc && address !== actor.address && !isQueueAddress(address),
    expiresAt: expiresAt ?? longestExpiry({ via, alsoVia }, now, isSession),
  }))
}
