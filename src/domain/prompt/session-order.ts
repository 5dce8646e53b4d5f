import type { Delivery } from '../delivery.ts'
import { kindRules } from '../kind.ts'
import type { Letter, Message } from '../message.ts'
import { priorities } from '../priority.ts'

/** What a letter is to a session that begins: what binds it comes before what is merely old. */
const places = ['handed over', 'returned', 'instruction', 'other'] as const
type Place = (typeof places)[number]

/**
 * Mail in the order in which a session that begins is told of it: handoffs, and answers to what its agent asked; work that came back; the
 * newest instruction of each thread, the most pressing first; all other mail, the newest first.
 */
export function sessionOrder(letters: readonly Letter[]): readonly Letter[] {
  const newest = newestOfThreads(letters)
  const placed = letters.map((letter) => ({ letter, place: places.indexOf(placeOf(letter, newest)) }))
  const pressing = ({ message }: Letter, place: Place) =>
    place === 'instruction' ? priorities.indexOf(message.priority) : 0
  return placed
    .toSorted(
      (one, other) =>
        one.place - other.place ||
        pressing(one.letter, places[one.place] ?? 'other') -
          pressing(other.letter, places[other.place] ?? 'other') ||
        other.letter.message.id - one.letter.message.id,
    )
    .map(({ letter }) => letter)
}

/** Whether it is printed whole before the headers of other mail. */
export function goesFirst({ message, delivery }: Letter): boolean {
  return message.kind === 'handoff' || isAnswer(message, delivery)
}

function placeOf(letter: Letter, newest: ReadonlySet<number>): Place {
  if (letter.delivery?.returned !== undefined) return 'returned'
  if (goesFirst(letter)) return 'handed over'
  return newest.has(letter.message.id) ? 'instruction' : 'other'
}

/** An answer that was sent to its reader by name: the reader asked. */
function isAnswer({ kind, replyTo }: Message, delivery: Delivery | null): boolean {
  return kind === 'response' && replyTo !== null && delivery?.via === 'to'
}

function newestOfThreads(letters: readonly Letter[]): ReadonlySet<number> {
  const newest = new Map<number, number>()
  for (const { message } of letters)
    if (kindRules[message.kind].owes)
      newest.set(message.thread, Math.max(message.id, newest.get(message.thread) ?? 0))
  return new Set(newest.values())
}
