import { MailError } from './errors.ts'

/** How much of each part of a message is accepted, in characters. Lists show most of them in every row. */
export const limits = {
  subject: 4096,
  body: 16 * 1024 * 1024,
  /** Payload and context together, as JSON. */
  fields: 1024 * 1024,
  task: 1024,
  key: 1024,
  tag: 200,
  tags: 100,
  attachment: 4096,
  attachments: 1000,
  addresses: 10_000,
  /** The limit of texts that the log keeps for ever, such as the reason of a failure. */
  note: 16 * 1024,
  /** Ids, names and paths. */
  name: 4096,
  /** Longer explanations that become part of a body or payload. */
  prose: 1024 * 1024,
} as const

type Listed = {
  readonly subject: string
  readonly task: string | null
  readonly key?: string | null
  readonly tags: readonly string[]
  readonly attachments: readonly string[]
}

/**
 * Limits the parts of a message that would flood a list, also if they come from another message or another
 * system's file. @throws MailError `usage`
 */
export function requireListable({ subject, task, key = null, tags, attachments }: Listed): void {
  requireLength('The subject', subject, limits.subject, 'Put the details into the body.')
  requireLength('The task', task ?? '', limits.task, 'Use a shorter name for the task.')
  requireLength('The key', key ?? '', limits.key, 'Use a shorter key, such as a hash.')
  requireCount('tags', tags, limits.tags)
  for (const tag of tags) requireLength('A tag', tag, limits.tag, 'Use a shorter tag.')
  requireCount('attachments', attachments, limits.attachments)
  for (const path of attachments)
    requireLength('The path of an attachment', path, limits.attachment, 'Use a shorter path.')
}

function requireLength(what: string, text: string, most: number, hint: string): void {
  if (text.length <= most) return
  throw new MailError('usage', `${what} has ${text.length} characters; the limit is ${most}.`, hint)
}

function requireCount(what: string, items: readonly string[], most: number): void {
  if (items.length <= most) return
  throw new MailError('usage', `There are ${items.length} ${what}; the limit is ${most}.`, 'Use fewer.')
}
