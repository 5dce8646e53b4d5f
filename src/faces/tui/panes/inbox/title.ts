import { sanitizeLine } from '../../../../domain/sanitize.ts'
import type { PlacesValue } from '../../../../values/places-schema.ts'
import { counted } from '../../../present.ts'
import type { Browsing, HasPanes, Source, Topics } from '../../state.ts'
import { type Line, type Look, span, word } from '../../text/line.ts'
import { tagLabel } from '../roster/places.ts'
import { canThread } from './loads.ts'

const viewTitles = { inbox: 'Inbox', snoozed: 'Snoozed', dead: 'Dead letters', archived: 'Archive' } as const

export function titleLine(
  { panes: { list, roster, threaded }, session: { me, acting } }: Browsing,
  focused: boolean,
): Line {
  const look: Look = focused ? 'section' : 'plain'
  const { source } = list
  switch (source.type) {
    case 'mailbox': {
      const title = word(viewTitles[source.box], look)
      const threads = threaded && canThread(source) ? [word(' · threads', 'dim')] : []
      if (source.owner === me.address) return [title, ...threads]
      const note = acting?.as === source.owner ? [word(' '), word(' acting ', 'acting')] : []
      return [title, word(' of ', 'dim'), span(sanitizeLine(source.owner), look), ...threads, ...note]
    }
    case 'everyone':
      return [word('Inbox · all agents', look)]
    case 'sent':
      return [word('Sent', look)]
    case 'drafts':
      return [word('Drafts', look)]
    case 'attention':
      return [word('Attention', look)]
    case 'owed':
      return [word(source.way === 'by-me' ? 'I owe' : 'Owed to me', look)]
    case 'queue':
    case 'channel':
    case 'tag':
    case 'group':
      return placeTitle(roster.places, source, look)
    case 'saved':
      return [span(sanitizeLine(source.name), look), word(' ', look), span(sanitizeLine(source.query), 'dim')]
    case 'debate':
    case 'task':
      return topicTitle(roster.topics, source, look)
    case 'search':
      return [word('Search ', look), span(sanitizeLine(source.query), 'accent')]
  }
}

type PlaceSource = Extract<Source, { type: 'queue' | 'channel' | 'tag' | 'group' }>

/** A place's name, with its notable state. */
function placeTitle(places: PlacesValue, source: PlaceSource, look: Look): Line {
  const note = (text: string, style: Look = 'dim'): Line => (text === '' ? [] : [word(` · ${text}`, style)])
  switch (source.type) {
    case 'queue': {
      const { status = 'active' } = places.queues.find(({ name }) => name === source.name) ?? {}
      return [
        word('Queue ', look),
        span(sanitizeLine(source.name), look),
        ...note(status === 'active' ? '' : status, 'bold'),
      ]
    }
    case 'channel': {
      const channel = places.channels.find(({ name }) => name === source.name)
      return [
        span(sanitizeLine(`#${source.name}`), look),
        ...note(channel?.subscribed ? 'subscribed' : ''),
        ...note(channel?.status === 'closed' ? 'closed' : '', 'bold'),
      ]
    }
    case 'tag': {
      const { bearers = 0 } = places.tags.find(({ tag }) => tag === source.tag) ?? {}
      return [
        span(sanitizeLine(tagLabel(source.tag, places.tags)), look),
        ...note(bearers === 0 ? 'no agents have it' : counted(bearers, 'bearer')),
      ]
    }
    case 'group':
      return [word('Group ', look), span(sanitizeLine(source.name), look)]
  }
}

/** In what order the rows stand. */
export function orderOf({
  panes: {
    list: { source },
  },
}: HasPanes): Line {
  const order = wordOf(source)
  return order === '' ? [] : [word(order, 'dim')]
}

function wordOf(source: Source): string {
  switch (source.type) {
    case 'mailbox':
    case 'everyone':
    case 'queue':
      return 'priority'
    case 'attention':
      return 'most serious first'
    case 'owed':
    case 'debate':
    case 'task':
      return 'oldest first'
    case 'channel':
    case 'tag':
      return 'newest last'
    case 'group':
      return ''
    default:
      return 'newest first'
  }
}

type TopicSource = Extract<Source, { type: 'debate' | 'task' }>

function topicTitle(topics: Topics, source: TopicSource, look: Look): Line {
  if (source.type === 'debate') {
    const debate = topics.debates.find(({ thread }) => thread === source.thread)
    const name = debate?.topic || source.thread
    return [
      word('Debate ', look),
      ...(debate?.deadlock ? [word('deadlocked ', 'urgent')] : []),
      span(sanitizeLine(name), look),
    ]
  }
  const { status = 'running' } = topics.tasks.find(({ id }) => id === source.task) ?? {}
  return [
    word('Task ', look),
    span(sanitizeLine(source.task), look),
    ...(status === 'running' ? [] : [word(` · ${status}`, status === 'completed' ? 'dim' : 'bold')]),
  ]
}
