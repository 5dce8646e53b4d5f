import { MailError } from './errors.ts'
import { shortId } from './id.ts'

const mostNamed = 10

/** The note about mail that was skipped because its body cannot be read. */
export function lostNote(messages: readonly number[]): string {
  const named = messages.slice(0, mostNamed).map(shortId).join(', ')
  const more = messages.length > mostNamed ? ` and ${messages.length - mostNamed} more` : ''
  const whose = messages.length === 1 ? 'its body file is' : 'their body files are'
  return `${named}${more} cannot be read: ${whose} missing or damaged; \`watchpost doctor\` explains how to restore them.`
}

/** None where nothing was passed over. */
export function lostNotes(messages: readonly number[] = []): readonly string[] {
  return messages.length === 0 ? [] : [lostNote(messages)]
}

export function lostMail(messages: readonly number[]): MailError {
  return new MailError('damaged', lostNote(messages), 'Restore the folder bodies/ from a backup.')
}
