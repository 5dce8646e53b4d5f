import type { EventWord } from './event.ts'

/** Changes of copies that undo puts back, as `undo` calls them. */
const reversible = {
  ack: 'acknowledging',
  ignored: 'ignoring',
  process: 'marking as processing',
  retry: 'retrying',
  complete: 'completing',
  fail: 'marking as failed',
  unread: 'marking as unread',
  archive: 'archiving',
  restore: 'restoring',
  snooze: 'snoozing',
  pin: 'pinning',
  unpin: 'unpinning',
  retract: 'taking back',
} as const satisfies Partial<Record<EventWord, string>>

/** Changes that no undo puts back, each with the reason. */
const final = {
  sent: ['sending', 'take the message back with `watchpost retract`'],
  'let-go': ['letting mail go on', 'the recipients have it'],
  stopped: ['stopping a loop', '`watchpost restore` gives a message to its reader'],
  replaced: ['replacing', 'take back the new message, and send the old one again'],
  claim: ['claiming', 'release gives the item back'],
  renew: ['renewing a lease', 'release gives the item back'],
  release: ['releasing', 'another agent may have the item'],
  reserve: ['reserving', 'unreserve gives the paths back'],
  unreserve: ['ending reservations', 'reserve the paths again instead'],
  assign: ['assigning', 'the supervisor was notified'],
  redelivered: ['delivering again', 'the recipients have it'],
  nudged: ['nudging', 'the line was typed'],
  'pin-posts': ['pinning posts', 'unpin them instead'],
  'unpin-posts': ['unpinning posts', 'pin them instead'],
  subscribe: ['subscribing', 'unsubscribe instead'],
  unsubscribe: ['unsubscribing', 'subscribe again instead'],
  'create-channel': ['creating a channel', 'delete the channel instead'],
  'close-channel': ['closing a channel', 'reopen it instead'],
  'reopen-channel': ['reopening a channel', 'close it instead'],
  'retain-channel': ["changing a channel's retention", 'posts that left do not come back'],
  'delete-channel': ['deleting a channel', 'its posts are gone'],
  'create-queue': ['creating a queue', 'close the queue instead'],
  'set-queue': ['changing the status of a queue', 'set its status instead'],
  'create-group': ['creating a group', 'delete the group instead'],
  'change-group': ['changing the members of a group', 'add or remove them instead'],
  'list-key': ['listing a key', 'rotate the key instead'],
  'delete-group': ['deleting a group', 'create it again instead'],
} as const satisfies Record<string, readonly [string, string]>

/** Changes of the roster. They are recorded, but are in nobody's journal: undo has nothing to do with them. */
export const rosterWords = ['register', 'update-agent', 'freeze', 'resume', 'retire'] as const
export type RosterWord = (typeof rosterWords)[number]

export const reversibleWords = Object.keys(reversible) as readonly (keyof typeof reversible)[]
const finalWords = Object.keys(final) as readonly (keyof typeof final)[]

/** A change that its actor made on purpose. Reading, offers and upkeep are events, but not changes. */
export type ChangeWord = keyof typeof reversible | keyof typeof final
export const changeWords: readonly ChangeWord[] = [...reversibleWords, ...finalWords]

/** `archiving`: what the actor did, as a noun. */
export function doingOf(what: ChangeWord): string {
  return isReversible(what) ? reversible[what] : final[what][0]
}

/** Why it cannot be undone; `null` for a change that undo puts back. */
export function whyFinal(what: ChangeWord): string | null {
  return isReversible(what) ? null : final[what][1]
}

function isReversible(what: ChangeWord): what is keyof typeof reversible {
  return what in reversible
}
