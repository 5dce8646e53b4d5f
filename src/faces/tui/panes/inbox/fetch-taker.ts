import type { Mailbox } from '../../../../mailbox.ts'
import type { EventValue } from '../../../../services/values.ts'
import type { ThreadName } from '../../effect.ts'
import type { Event } from '../../event.ts'

const deeds: Readonly<Partial<Record<EventValue['what'], string>>> = {
  archive: 'archived this',
  complete: 'completed this',
  snooze: 'snoozed this',
  fail: 'marked this as failed',
  process: 'started work on this',
  claim: 'claimed this',
  release: 'released this',
  unread: 'marked this as unread',
  restore: 'restored this',
  undo: 'undid a change to this',
  redo: 'redid a change to this',
}
const happenings: Readonly<Partial<Record<EventValue['what'], string>>> = {
  expired: 'This has expired',
  dead: 'This is now a dead letter',
  'done-elsewhere': 'Another agent with the role has handled this',
  'passed-on': 'This waits for the next agent with the role',
}

/** The taker of a copy; nothing is said of mail that this person took by reading. */
export async function fetchTaker(
  mailbox: Mailbox,
  self: string,
  { message, of }: ThreadName,
): Promise<Event> {
  const { events } = await mailbox.history({ message, limit: 200 })
  const last = events.findLast(
    ({ owner, what }) => owner === of && (Object.hasOwn(deeds, what) || Object.hasOwn(happenings, what)),
  )
  return { type: 'taken', message, text: last === undefined ? '' : saidOf(last, self) }
}

function saidOf({ what, actor }: EventValue, self: string): string {
  const stays = 'it stays here until you move on'
  const deed = deeds[what]
  if (deed === undefined) return `${happenings[what]}: ${stays}`
  return `${actor === self ? 'You (in another terminal)' : actor} ${deed}: ${stays}`
}
