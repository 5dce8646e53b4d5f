/** The origin of a message as it states it. */
export type Provenance = {
  readonly from: string
  /** The actual writer, if different: an agent acting for a person. */
  readonly actor?: string | null | undefined
  /** The agent that imported the message. The file states the sender without proof. */
  readonly importedBy?: string | null | undefined
}

/** `root`, `root (by m)`, `root (imported by a)`: how every face shows a sender. */
export function senderOf(message: Provenance, written: (name: string) => string = asItIs): string {
  const notes = [
    ...noteOf('by', message.actor, written),
    ...noteOf('imported by', message.importedBy, written),
  ]
  return `${written(message.from)}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`
}

/** ` (by m)` where another really acted, to follow a name. */
export function actorNote({ actor }: Pick<Provenance, 'actor'>): string {
  return noteOf('by', actor, asItIs)
    .map((note) => ` (${note})`)
    .join('')
}

/** The same for a row of a list, with a mark before the name: a column may cut what follows it. */
export function listedSender(message: Provenance): string {
  return `${senderMark(message)}${senderOf(message)}`
}

/** Before the sender of imported mail. */
export const importedMark = '↧'

/** That mark, where the message is one of these. */
export function senderMark({ importedBy }: Provenance): string {
  return importedBy === null || importedBy === undefined ? '' : importedMark
}

function noteOf(
  word: string,
  name: string | null | undefined,
  written: (name: string) => string,
): readonly string[] {
  return name === null || name === undefined ? [] : [`${word} ${written(name)}`]
}

const asItIs = (name: string) => name
