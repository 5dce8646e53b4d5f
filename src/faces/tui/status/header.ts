import { type BarPart, barOf, shortBar } from '../../../domain/attention-bar.ts'
import { sanitizeLine } from '../../../domain/sanitize.ts'
import { marks } from '../../present-glyphs.ts'
import { otherName } from '../model/pair.ts'
import type { Browsing, Person, RosterState, Session } from '../state.ts'
import { ends, fitLine, type Line, lineWidth, span, word } from '../text/line.ts'
import { cut } from '../text/text.ts'
import { shortName } from '../text/titles.ts'

type Others = Session['pair']['others']

export type HeaderView = {
  readonly me: Person
  readonly swarm: string | null
  readonly readOnly: boolean
  /** The owner of the open mailbox, if that is another agent. */
  readonly owner: string | null
  /** One acts as that owner. */
  readonly acting: boolean
  /** `null` before anybody was counted. */
  readonly unread: RosterState['unread'] | null
  /** What waits for a person. */
  readonly attention: RosterState['attention']
  readonly others: Others
  readonly columns: number
}

export function headerView({ session, panes }: Browsing): HeaderView {
  const { me, swarm, readOnly, acting, pair, size } = session
  const { list, roster } = panes
  const { source } = list
  return {
    me,
    swarm,
    readOnly,
    owner: source.type === 'mailbox' && source.owner !== me.address ? source.owner : null,
    acting: acting !== null,
    unread: roster.agents.length === 0 ? null : roster.unread,
    attention: roster.attention,
    others: pair.others,
    columns: size.columns,
  }
}

/** The least width of the person's name where counts and others need the room. */
const leastName = 9
/** A width at which the header has no room for the swarm and the person's kind. */
const narrowest = 40

export function headerLine(view: HeaderView): Line {
  const { who, bar, right } = partsOf(view)
  return fitLine(ends([...who, ...bar], right, view.columns), view.columns)
}

/** Where the bar stands: a click on it goes where its key goes. */
export function isOnBar(view: HeaderView, x: number): boolean {
  const { who, bar } = partsOf(view)
  const from = lineWidth(who)
  return x >= from && x < from + lineWidth(bar)
}

/** What waits comes before who else is here; a long name gives way to both. */
function partsOf(view: HeaderView): { readonly who: Line; readonly bar: Line; readonly right: Line } {
  const { me, unread, attention, owner, others, columns } = view
  const whole = whoLine(view)
  const waits = barOf(attention ?? [])
  // Nobody is counted before the roster is there, in which at least the reader is.
  if (unread === null) return { who: whole, bar: barLine(waits, columns - lineWidth(whole)), right: [] }
  const least = lineWidth(barLine(waits, 0))
  // Whose mailbox is open stays.
  const brief = owner === null ? whole : whoLine({ ...view, columns: narrowest })
  const room = columns - Math.min(lineWidth(whole), owner === null ? leastName : lineWidth(brief)) - least
  const rights = [alsoHere(me, others, columns < 110), othersCount(others), []].map(
    (told): Line => [word(' '), ...countsLine(view, unread), ...told, word(' ')],
  )
  const right = rights.find((one) => lineWidth(one) <= room) ?? []
  const left = columns - lineWidth(right)
  const who = lineWidth(whole) + least > left ? brief : whole
  const bar = barLine(waits, left - lineWidth(who))
  return { who: fitLine(who, Math.min(lineWidth(who), left - lineWidth(bar))), bar, right }
}

const looks = { alarm: 'urgent', warning: 'bold', rest: 'dim' } as const

/** What waits for a person, with as many of its parts as there is room for; in the least room the number of all. */
function barLine(parts: readonly BarPart[], room: number): Line {
  if (parts.length === 0) return []
  for (let most = parts.length; most > 0; most -= 1) {
    const line = partsLine(shortBar(parts, most))
    if (lineWidth(line) <= room) return line
  }
  return partsLine(shortBar(parts, 0), parts[0]?.weight)
}

function partsLine(parts: readonly BarPart[], weight?: BarPart['weight']): Line {
  return [
    word('  '),
    ...parts.flatMap(({ count, words, ...part }, at): Line => {
      const look = looks[weight ?? part.weight]
      const lead = at === 0 ? word(`${marks.unread} `, look) : word(' · ', 'dim')
      return [lead, word(words === '' ? String(count) : `${count} ${words}`, look)]
    }),
  ]
}

function whoLine({ me, swarm, readOnly, owner, acting, columns }: HeaderView): Line {
  const kind = me.kind === 'user' ? 'human' : me.kind
  const narrow = columns < 60
  return [
    word(' '),
    ...(swarm === null || narrow ? [] : [span(sanitizeLine(swarm), 'section'), word(' · ', 'dim')]),
    word('as '),
    span(sanitizeLine(me.address), 'person'),
    ...(narrow ? [] : [word(` (${kind})`, 'dim')]),
    ...(me.principal === null ? [] : [span(sanitizeLine(` really ${me.principal}`), 'urgent')]),
    ...(readOnly ? [word('  read-only', 'bold')] : []),
    ...(owner === null ? [] : acting ? actingLine(owner, columns) : ownerLine(owner, columns)),
  ]
}

/** Another's mailbox is named wherever one is in it, however little room there is. */
function ownerLine(owner: string, columns: number): Line {
  const name = columns < 60 ? shortName(owner) : owner
  const note = columns < 60 ? '' : columns < 100 ? ' mailbox' : ' mailbox (read-only)'
  return [
    word(columns < 60 ? ' in ' : '  ', 'dim'),
    span(sanitizeLine(name), 'bold'),
    word(`'s${note}`, 'dim'),
  ]
}

/** The banner of a person who acts for another. */
function actingLine(owner: string, columns: number): Line {
  const name = columns < 60 ? shortName(owner) : owner
  return [
    word('  '),
    word(columns < 60 ? ' as ' : ' acting as ', 'acting'),
    span(sanitizeLine(`${name} `), 'acting'),
  ]
}

/** With little room, signs replace words: the mailbox's owner goes first. */
function countsLine({ readOnly, owner, columns }: HeaderView, unread: RosterState['unread']): Line {
  const isElsewhere = readOnly || owner !== null
  const short = columns < 100
  const parts: readonly (readonly [string, 'bold' | 'urgent'])[] = [
    [`${unread.total}${columns < 60 && isElsewhere ? marks.unread : ' unread'}`, 'bold'],
    ...(unread.urgent > 0 ? ([[`${unread.urgent}${short ? '!!' : ' urgent'}`, 'urgent']] as const) : []),
  ]
  return parts.flatMap(([text, look], at) => [...(at > 0 ? [word(' · ', 'dim')] : []), word(text, look)])
}

const mostNamed = 2
/** The cells that a subject takes in the header at most. */
const mostAbout = 24

/** `also here: bob ◉ Deploy plan`; a pen where it is being answered. Each person is named once. */
function alsoHere(me: Person, others: Others, short: boolean): Line {
  if (others.length === 0) return []
  const people = [...new Set(others.map(({ who }) => who))].map((who) =>
    others.filter((one) => one.who === who),
  )
  const named = people.slice(0, short ? 1 : mostNamed)
  const more = people.length - named.length
  return [
    word(short ? '  +' : '   also here: ', 'dim'),
    ...named.flatMap(
      (screens, at): Line => [...(at > 0 ? [word(', ', 'dim')] : []), ...personLine(me, screens)],
    ),
    ...(more > 0 ? [word(` +${more}`, 'dim')] : []),
  ]
}

/** The number of them, if there is no room for names. */
function othersCount(others: Others): Line {
  const people = new Set(others.map(({ who }) => who)).size
  return people === 0 ? [] : [word(` +${people}`, 'dim')]
}

/** Of several screens of one person, shows the one where they answer, else the one where they read. */
function personLine(me: Person, screens: Others): Line {
  const telling =
    screens.find(({ replying }) => replying) ?? screens.find(({ thread }) => thread !== null) ?? screens[0]
  if (telling === undefined) return []
  const { who, thread, subject, replying } = telling
  const about = cut(sanitizeLine(subject ?? ''), mostAbout)
  const acting = screens.find((one) => one.acting !== null)?.acting ?? null
  return [
    span(sanitizeLine(otherName(me.address, who)), 'person'),
    ...(acting === null ? [] : [span(sanitizeLine(` as ${shortName(acting)}`), 'bold')]),
    ...(screens.length > 1 ? [word(` ${marks.times}${screens.length}`, 'dim')] : []),
    ...(thread === null
      ? []
      : [
          word(` ${replying ? marks.written : marks.reader}`, replying ? 'bold' : 'dim'),
          ...(about === '' ? [] : [word(' '), span(about, replying ? 'bold' : 'dim')]),
        ]),
  ]
}
