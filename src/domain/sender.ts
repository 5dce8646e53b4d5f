/** What a message says of where it came from. */
export type Provenance = {
  readonly from: string
  /** Who really wrote, if different: an agent in a person's name. */
  readonly actor?: string | null | undefined
  /** Who brought the message in from another system's file, which states the sender without proof. */
  readonly importedBy?: string | null | undefined
}

/** `root`, `root (by m)`, `root (imported by a)`: the one way in which every face names a sender. */
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

/** `↓` before the sender of imported mail. */
export function senderMark({ importedBy }: Provenance): string {
  return importedBy === null || importedBy === undefined ? '' : '↓'
}

function noteOf(
  word: string,
  name: string | null | undefined,
  written: (name: string) => string,
): readonly string[] {
  return name === null || name === undefined ? [] : [`${word} ${written(name)}`]
}

const asItIs = (name: string) => name
