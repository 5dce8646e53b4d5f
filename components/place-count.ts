import { marks } from '../src/faces/present-glyphs.ts'
import type { RosterState, Source } from '../src/faces/tui/state.ts'
import { type Line, word } from '../src/faces/tui/text/line.ts'

type Places = RosterState['places']
type Topics = RosterState['topics']

/** The place that a row of the roster shows, as the store reported it. */
export type Place =
  | Places['queues'][number]
  | Places['channels'][number]
  | Places['tags'][number]
  | Places['groups'][number]
  | Topics['debates'][number]
  | Topics['tasks'][number]

export function placeOf(
  { places, topics }: Pick<RosterState, 'places' | 'topics'>,
  source: Source,
): Place | null {
  switch (source.type) {
    case 'queue':
      return places.queues.find(({ name }) => name === source.name) ?? null
    case 'channel':
      return places.channels.find(({ name }) => name === source.name) ?? null
    case 'tag':
      return places.tags.find(({ tag }) => tag === source.tag) ?? null
    case 'group':
      return places.groups.find(({ name }) => name === source.name) ?? null
    case 'debate':
      return topics.debates.find(({ thread }) => thread === source.thread) ?? null
    case 'task':
      return topics.tasks.find(({ id }) => id === source.task) ?? null
    default:
      return null
  }
}

/**
 * The content of a place: for a queue the waiting and the running work, for a debate its rounds; stopped ones are
 * marked.
 */
export function placeCount(place: Place): Line {
  if ('available' in place) return queueCount(place)
  if ('subscribed' in place) {
    const state = place.status === 'closed' ? [word('closed ', 'bold')] : []
    return [...state, word(place.subscribed ? `${marks.subscribed} ` : '', 'accent'), ...amount(place.posts)]
  }
  if ('mostRounds' in place) {
    const { rounds, mostRounds, deadlock, consensus } = place
    if (consensus) return [word(' decided ', 'dim')]
    return [word(` ${rounds}/${mostRounds}${deadlock ? '!' : ' '}`, deadlock ? 'urgent' : 'dim')]
  }
  if ('contributors' in place) {
    if (place.status === 'completed') return [word(' done ', 'dim')]
    const waits = place.status === 'breakpoint'
    return [word(` ${upTo(99, place.messages)}${waits ? '!' : ' '}`, waits ? 'urgent' : 'dim')]
  }
  return amount('posts' in place ? place.posts : place.members)
}

function queueCount({ status, available, processing, failed }: Places['queues'][number]): Line {
  return [
    ...(status === 'active' ? [] : [word(`${status} `, 'bold')]),
    word(`${upTo(99, available)}/${upTo(99, processing)}`, available > 0 ? 'bold' : 'dim'),
    word(failed > 0 ? ` ${marks.failed}${upTo(99, failed)} ` : ' ', 'urgent'),
  ]
}

function amount(number: number): Line {
  return number === 0 ? [] : [word(`${upTo(99, number)} `, 'dim')]
}

/** A number, or that there are more. */
export function upTo(most: number, number: number): string {
  return number > most ? `${most}+` : String(number)
}
