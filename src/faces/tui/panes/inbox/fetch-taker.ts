import type { Mailbox } from '../../../../mailbox.ts'
import type { EventValue } from '../../../../operations/values.ts'
import type { ThreadName } from '../../effect.ts'
import type { Event } from '../../event.ts'

const deeds: Readonly<Partial<Record<EventValue['what'], string>>> = {
  archive: 'archived this',
  complete: 'completed this',
  snooze: 'put this aside',
  fail: 'marked this as failed',
  process: 'took this up',
  claim: 'took this',
  release: 'gave this back',
  unread: 'marked this unread',
  restore: 'brought this back',
  undo: 'took back what was done to this',
  redo: 'did this again',
}
const happenings: Readonly<Partial<Record<EventValue['what'], string>>> = {
  expired: 'This has expired',
  dead: 'This is a dead letter now',
  'done-elsewhere': 'Another holder of the role has done this',
  'passed-on': 'This waits for the next holder of the role',
}

/** Who took a copy from where it was listed; nothing is told of what one did oneself by reading. */
export async function fetchTaker(
  mailbox: Mailbox,
  self: string,
  { message, of }: ThreadName,
): Promise<Event> {
  const { events } = await mailbox.history({ message, limit: 200 })
  const last = events.findLast(({ owner, what }) => owner === of && (what in deeds || what in happenings))
  return { type: 'taken', message, text: last === undefined ? '' : saidOf(last, self) }
}

function saidOf({ what, actor }: EventValue, self: string): string {
  const stays = 'it stays here until you go on'
  const deed = deeds[what]
  if (deed === undefined) return `${happenings[what]}: ${stays}`
  return `${actor === self ? 'You, elsewhere,' : actor} ${deed}: ${stays}`
}
