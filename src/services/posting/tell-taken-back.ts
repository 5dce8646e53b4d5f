import type { Unwarned } from '../../../store/mail-store.ts'
import type { Delivery } from '../../domain/delivery.ts'
import { isMailError } from '../../domain/errors.ts'
import { reasonInLine } from '../../domain/failure-notice.ts'
import { shortId } from '../../domain/id.ts'
import { type Message, titleOf } from '../../domain/message.ts'
import { ageOf } from '../../domain/moment.ts'
import type { Context } from '../context.ts'
import { readAnyway } from '../mail/read-anyway.ts'
import { postNotice } from './notice.ts'

/** The number of messages per call; upkeep does the rest. */
const mostTold = 100

/**
 * Tells those who had seen a message that it was taken back, or that this was undone: each once, in its thread and with its
 * priority. `goesOn` is asked after each message. Returns the ids of the messages.
 */
export async function tellTakenBack(
  context: Context,
  goesOn?: () => Promise<boolean>,
): Promise<readonly string[]> {
  const told: string[] = []
  for (const one of await context.store.deliveries.unwarned(mostTold)) {
    const letter = await readAnyway(context.store, one.message, null)
    if (letter !== null) for (const reader of one.seenBy) await tell(context, letter.message, one, reader)
    await context.store.deliveries.warned(one)
    told.push(shortId(one.message))
    if (goesOn !== undefined && !(await goesOn())) break
  }
  return told
}

async function tell(context: Context, message: Message, one: Unwarned, reader: string): Promise<void> {
  const { message: about, at, undone } = one
  const copy = await context.store.deliveries.find(reader, about)
  const title = titleOf(message)
  try {
    await postNotice(context, {
      to: [reader],
      subject: `${undone ? 'Valid again' : 'Taken back'}: ${title}`.slice(0, 200),
      body: bodyOf(one, copy, context.now()),
      about: message,
      key: `taken-back:${about}:${at}:${Number(undone)}:${reader}`.slice(0, 200),
      priority: message.priority,
      tags: ['taken-back'],
    })
  } catch (error) {
    // It has retired, or its mailbox is full: that must keep no other from being told.
    if (!isMailError(error) || (error.code !== 'conflict' && error.code !== 'not-found')) throw error
  }
}

function bodyOf({ message, by, undone, reason, replacedBy }: Unwarned, copy: Delivery | null, now: number) {
  const id = shortId(message)
  const seen = copy?.readAt == null ? '' : ` (you read it ${ageOf(copy.readAt, now)} ago)`
  if (undone) return `${by} undid the retraction of ${id}: it counts as it did before.`
  const why = reason === null ? '.' : `: ${reasonInLine(reason)}`
  const instead =
    replacedBy === null ? [] : [`${shortId(replacedBy)} took its place; it is not addressed to you.`]
  const work =
    copy?.box === 'processing'
      ? [`You are working on it: stop, then end it with \`watchpost complete ${id}\`.`]
      : []
  return [`${by} took back ${id}${seen}${why}`, ...instead, ...work].join('\n')
}
