import type { Parcel } from '../parcel.ts'

/**
 * HAAK's ontological mapping: a message is a situation, its sender and recipients are actors in it, what it says is a
 * materialization. One block of triples a message.
 */
export function printTriples({ id, from, to, cc, copies }: Parcel): string {
  const situation = `situation:mailbox-msg-${oneWord(id)}`
  const known = copies.map(({ owner }) => owner)
  const recipients = known.length > 0 ? known : [...to, ...cc]
  const actors = [...new Set([from, ...recipients])]
  return [
    `entity: ${situation}`,
    'type: situation',
    ...actors.map((actor) => `agent:${oneWord(actor)} belongs-to ${situation} quality: "actor"`),
    `message-content belongs-to ${situation} quality: "materialization"`,
    '',
  ].join('\n')
}

/** A name with a space or a line break would become several. */
function oneWord(text: string): string {
  return text.replace(/[\s\u0000-\u001f\u007f]+/gu, '_')
}
