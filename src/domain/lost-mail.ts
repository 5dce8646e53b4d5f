import { MailError } from './errors.ts'
import { firstFew } from './first-few.ts'
import { shortId } from './id.ts'

const mostNamed = 10

/** The note about mail that was skipped because its body cannot be read. */
export function lostNote(messages: readonly number[]): string {
  const whose = messages.length === 1 ? 'its body file is' : 'their body files are'
  return `${firstFew(messages.map(shortId), mostNamed)} cannot be read: ${whose} missing or damaged; \`watchpost doctor\` explains how to restore them.`
}

/** None where nothing was passed over. */
export function lostNotes(messages: readonly number[] = []): readonly string[] {
  return messages.length === 0 ? [] : [lostNote(messages)]
}

export function lostMail(messages: readonly number[]): MailError {
  return new MailError('damaged', lostNote(messages), 'Restore the folder bodies/ from a backup.')
}
