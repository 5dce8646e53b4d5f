import type { PlacesValue } from '../../../operations/places/schema.ts'
import type { Source } from '../state.ts'
import { type Line, word } from '../text/line.ts'

/** What lies in a place: of a queue how much waits and how much is in work, and what was given up. */
export function placeCount(places: PlacesValue, source: Source): Line {
  switch (source.type) {
    case 'queue':
      return queueCount(places.queues.find(({ name }) => name === source.name))
    case 'channel': {
      const channel = places.channels.find(({ name }) => name === source.name)
      if (channel === undefined) return []
      const state = channel.status === 'closed' ? [word('closed ', 'warning')] : []
      return [...state, word(channel.subscribed ? '✓ ' : '', 'good'), ...amount(channel.posts)]
    }
    case 'tag':
      return amount(places.tags.find(({ tag }) => tag === source.tag)?.posts ?? 0)
    case 'group':
      return amount(places.groups.find(({ name }) => name === source.name)?.members ?? 0)
    default:
      return []
  }
}

function queueCount(queue: PlacesValue['queues'][number] | undefined): Line {
  if (queue === undefined) return []
  const { status, available, processing, failed } = queue
  return [
    ...(status === 'active' ? [] : [word(`${status} `, 'warning')]),
    word(`${upTo99(available)}/${upTo99(processing)}`, available > 0 ? 'bold' : 'dim'),
    word(failed > 0 ? ` ✗${upTo99(failed)} ` : ' ', 'urgent'),
  ]
}

function amount(number: number): Line {
  return number === 0 ? [] : [word(`${upTo99(number)} `, 'dim')]
}

function upTo99(number: number): string {
  return number > 99 ? '99+' : String(number)
}
