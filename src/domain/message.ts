import type { Delivery } from './delivery.ts'
import { isJsonObject, type Json, type JsonObject } from './json.ts'
import type { Kind } from './kind.ts'
import { limits } from './limits.ts'
import type { Priority, Tier } from './priority.ts'
import type { TakenBack } from './retraction.ts'
import { isSealed, sealedPreview } from './seal.ts'

/** Where a message came from, as the sending process saw itself. */
export type Origin = {
  readonly process: number | null
  readonly terminal: string | null
  readonly pane: string | null
  readonly session: string | null
}

/** How a message came in that was not sent here: who imported it, from which system's file. */
export type Imported = { readonly by: string; readonly format: string; readonly file: string }

/** The fields that a sender sets, apart from the body: the same in every store, format and face. */
export type Contents = {
  readonly from: string
  /** As written by the sender, before anything was resolved. */
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly kind: Kind
  readonly priority: Priority
  readonly subject: string
  readonly payload: Json
  readonly context: JsonObject | null
  readonly attachments: readonly string[]
  readonly tags: readonly string[]
  readonly swarm: string | null
  readonly task: string | null
  /** Extra fields of a foreign format, kept for export. */
  readonly meta: JsonObject | null
}

/** A message as it was written; it never changes. Times are milliseconds since 1970. */
export type Message = Contents & {
  readonly id: number
  /** The id of the thread's first message. */
  readonly thread: number
  readonly replyTo: number | null
  /** The real sender, if it differs from `from` (impersonation). */
  readonly actor: string | null
  readonly tier: Tier
  /** The body's beginning on one line, at most 160 characters; lists show it. */
  readonly preview: string
  readonly sentAt: number
  readonly expiresAt: number | null
  readonly key: string | null
  readonly origin: Origin | null
  /** Only of mail that another system's file brought: who it is from is that file's word. */
  readonly imported?: Imported | undefined
  /** Only of mail that a program wrote by itself. */
  readonly automatic?: true | undefined
  /** How many answers came before it, one after another, without a person between; absent where there is none. */
  readonly hops?: number | undefined
  /** The message whose place it takes. */
  readonly replaces?: number | undefined
  /** Only of mail that its sender took back. The one thing that is said of a message later: its text stays as it was. */
  readonly takenBack?: TakenBack | undefined
}

export type FullMessage = Message & {
  readonly body: string
  /** Only of a sealed message that its reader cannot open: why. The body says it too. */
  readonly locked?: string
}

/** A row of a mailbox: the message and the owner's copy; `delivery` is null where the owner has none (Sent). */
export type Letter = { readonly message: Message; readonly delivery: Delivery | null }

export type FullLetter = { readonly message: FullMessage; readonly delivery: Delivery | null }

/** A subject without what answering and forwarding put before it. */
export function bareSubject(subject: string): string {
  return subject.replace(/^(?:\s*(?:re|fwd):\s*)+/iu, '').trim()
}

/** `Re: ` once, however often a thread is answered. */
export function replySubject(subject: string): string {
  const bare = subject.replace(/^(?:\s*re:\s*)+/iu, '').trim()
  return bare === '' ? '' : fitSubject(`Re: ${bare}`)
}

export function forwardSubject(subject: string): string {
  const bare = subject.replace(/^(?:\s*fwd:\s*)+/iu, '').trim()
  return bare === '' ? 'Fwd:' : fitSubject(`Fwd: ${bare}`)
}

/** Cuts a subject to the limit, so that a prefix cannot make it too long to send. */
export function fitSubject(subject: string): string {
  if (subject.length <= limits.subject) return subject
  const cut = subject.slice(0, limits.subject - 1)
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}

/** The sender's note, then the original as a quoted block under its headers. */
export function forwardBody(
  note: string,
  original: Pick<FullMessage, 'from' | 'to' | 'subject' | 'body'>,
  sentAt: string,
): string {
  const head = [
    '---------- Forwarded message ----------',
    `From: ${original.from}`,
    `To: ${original.to.join(', ')}`,
    `Sent: ${sentAt}`,
    `Subject: ${original.subject}`,
  ]
  const quoted = original.body.split('\n').map((line) => (line === '' ? '>' : `> ${line}`))
  return [...(note === '' ? [] : [note, '']), ...head, '', ...quoted].join('\n')
}

const previewLength = 160
/** Words parted by single spaces: already the preview it would become. */
const tidy = /^[!-~]+(?: [!-~]+)* ?$/u

/** If the body begins with the statement, previews only that: reasons and evidence have their own place. */
export function previewWith(body: string, payload: Json): string {
  const statement = isJsonObject(payload) ? payload['statement'] : undefined
  const states = typeof statement === 'string' && statement.trim() !== '' && body.startsWith(statement)
  return previewOf(states ? statement : body)
}

/** The first 160 characters of a body on one line: lists show them in place of a missing subject. */
export function previewOf(body: string): string {
  if (isSealed(body)) return sealedPreview
  const head = body.slice(0, previewLength)
  if (tidy.test(head)) return head.trimEnd()
  let preview = ''
  let gap = false
  let characters = 0
  for (const character of body.length > 4096 ? body.slice(0, 4096) : body) {
    if (character <= ' ' || (character > '~' && /\s/u.test(character))) {
      gap = preview !== ''
      continue
    }
    characters += gap ? 2 : 1
    if (characters > previewLength) break
    preview += gap ? ` ${character}` : character
    gap = false
  }
  return preview
}

/** A subject, or the body's first line where a message has none (HAAK messages never do). */
export function titleOf(message: Pick<Message, 'subject' | 'preview'>): string {
  return message.subject === '' ? message.preview.trimEnd() : message.subject
}

/** Whether a message of a list is sealed. */
export function isSealedMail({ preview }: Pick<Message, 'preview'>): boolean {
  return preview === sealedPreview
}
