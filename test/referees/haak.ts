/**
 * HAAK's mailbox as its protocol has it ("Addressing Modes", "Polling Protocol", "Tag-Based Addressing"), written from
 * that text alone; nothing here comes from the program.
 */
export type Entry = {
  readonly session: string
  readonly role: string | null
  readonly tags: readonly string[]
  readonly status: 'alive' | 'frozen' | 'dead'
}

export type Line = {
  readonly id: string
  readonly sender: string
  /** A session, a role, a tag, or all. Several mean any of them. */
  readonly to: readonly string[]
  readonly sentAt: number
  readonly ttlHours: number | null
  readonly readBy: readonly string[]
}

const hour = 3_600_000
/** "Default TTL": 24 hours for a session, none for a role, 4 for a broadcast. A tag has none. */
const lifetimes = { session: 24 * hour, role: null, tag: null, all: 4 * hour } as const

type Way = keyof typeof lifetimes

/** How a recipient means a session; `null` if it does not. */
function wayOf(recipient: string, { session, role, tags }: Entry): Way | null {
  if (recipient === 'all') return 'all'
  if (recipient === session) return 'session'
  const named = recipient.startsWith('role:') ? recipient.slice('role:'.length) : recipient
  if (named === role) return 'role'
  return tags.includes(recipient) ? 'tag' : null
}

function isOver({ sentAt, ttlHours }: Line, way: Way, now: number): boolean {
  const lifetime = ttlHours === null ? lifetimes[way] : ttlHours * hour
  return lifetime !== null && sentAt + lifetime <= now
}

/** "Read all unread messages": not read by the session, not expired, meant for its id, its role, its tags or all. */
export function unreadOf(
  entry: Entry,
  lines: readonly Line[],
  reads: ReadonlyMap<string, ReadonlySet<string>>,
  now: number,
): readonly string[] {
  const { session } = entry
  return lines
    .filter((line) => {
      if (line.readBy.includes(session) || reads.get(line.id)?.has(session)) return false
      return line.to.some((one) => {
        const way = wayOf(one, entry)
        return way !== null && !isOver(line, way, now)
      })
    })
    .map(({ id }) => id)
}

/** "If the recipient dies before reading, the message becomes a dead letter." */
export function deadLettersOf(
  entry: Entry,
  lines: readonly Line[],
  reads: ReadonlyMap<string, ReadonlySet<string>>,
  now: number,
): readonly string[] {
  return lines
    .filter(({ to }) => to.includes(entry.session))
    .filter((line) => !line.readBy.includes(entry.session) && !reads.get(line.id)?.has(entry.session))
    .filter((line) => !isOver(line, 'session', now))
    .map(({ id }) => id)
}
