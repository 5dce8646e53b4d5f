import type { JsonObject } from '../../../domain/json.ts'
import { type Here, mailAddressOf } from '../../../domain/mail2/address.ts'
import { titleOf } from '../../../domain/message.ts'
import type { Listed, Lying } from '../../../services/boxes/lying.ts'
import type { FullMessageValue, MessageValue } from '../../../values/mail-schema.ts'
import { isTag } from '../tags.ts'
import { ownMetadata } from './metadata.ts'

/** A `MAILMessage`. `full` has the body, and is newer than what lies in the box. */
export function wireMessage(
  { uuid, answered }: Pick<Lying, 'uuid' | 'answered'>,
  full: FullMessageValue,
  here: Here,
): JsonObject {
  return {
    mail_version: '2.0',
    message_id: uuid,
    reply_to: answered,
    sender: mailAddressOf(full.from, here),
    recipients: recipientsOf(full, here),
    subject: shownSubject(titleOf(full)),
    body: shownBody(full.body),
    tags: slugsAmong(full.tags),
    sent_at: full.sentAt,
    metadata: ownMetadata(full),
  }
}

/** What all lists say of a message. */
export function summaryOf({ uuid, size, message }: Listed): JsonObject {
  return { message_id: uuid, subject: shownSubject(titleOf(message)), body_size: size }
}

export function recipientsOf({ to, cc }: Pick<MessageValue, 'to' | 'cc'>, here: Here): readonly string[] {
  return [...new Set([...to, ...cc].map((address) => mailAddressOf(address, here)))]
}

/** A message of the protocol has a subject, and ours need none. */
export function shownSubject(subject: string): string {
  return subject.trim() === '' ? '(no subject)' : subject
}

/** The same of its body. */
export function shownBody(body: string): string {
  return body === '' ? '\n' : body
}

/** Those of our labels that are tags of the protocol. The metadata has all. */
export function slugsAmong(tags: readonly string[]): readonly string[] {
  return tags.filter(isTag)
}
