import { memo, type ReactElement } from 'react'
import { sanitizeLine } from '../src/domain/sanitize.ts'
import { counted } from '../src/faces/present.ts'
import { marks } from '../src/faces/present-glyphs.ts'
import { otherName } from '../src/faces/tui/pair-state.ts'
import type { Person, RosterState, State } from '../src/faces/tui/state.ts'
import { ends, fitLine, type Line, lineWidth, span, word } from '../src/faces/tui/text/line.ts'
import { shortName } from '../src/faces/tui/text/names.ts'
import { StyledLine } from './StyledLine.tsx'

type Others = State['session']['pair']['others']

export type HeaderProps = {
  readonly me: Person
  readonly swarm: string | null
  readonly readOnly: boolean
  /** The owner of the open mailbox, if that is another agent. */
  readonly owner: string | null
  /** One acts as that owner. */
  readonly acting: boolean
  /** `null` before anybody was counted. */
  readonly counts: { readonly unread: RosterState['unread']; readonly dead: number } | null
  readonly others: Others
  readonly columns: number
}

/** The person, the open mailbox, and the pressing counts. */
export const Header = memo(function Header(props: HeaderProps): ReactElement {
  return <StyledLine line={headerLine(props)} />
})

/** The least width of the person's name where counts and others need the room. */
const leastName = 9

function headerLine(props: HeaderProps): Line {
  const { me, counts, others, columns } = props
  const who = whoLine(props)
  // Nobody is counted before the roster is there, in which at least the reader is.
  if (counts === null) return fitLine(who, columns)
  const room = columns - Math.min(lineWidth(who), leastName)
  const rights = [alsoHere(me, others, columns < 110), othersCount(others), []].map(
    (told): Line => [word(' '), ...countsLine(props, counts), ...told, word(' ')],
  )
  const right = rights.find((one) => lineWidth(one) <= room) ?? []
  return fitLine(ends(who, right, columns), columns)
}

function whoLine({ me, swarm, readOnly, owner, acting, columns }: HeaderProps): Line {
  const kind = me.kind === 'user' ? 'human' : me.kind
  const narrow = columns < 60
  return [
    word(' '),
    ...(swarm === null || narrow ? [] : [span(sanitizeLine(swarm), 'section'), word(' · ', 'dim')]),
    word('as '),
    span(sanitizeLine(me.address), 'person'),
    ...(narrow ? [] : [word(` (${kind})`, 'dim')]),
    ...(me.principal === null ? [] : [span(sanitizeLine(` really ${me.principal}`), 'warning')]),
    ...(readOnly ? [word('  read-only', 'warning')] : []),
    ...(owner === null ? [] : acting ? actingLine(owner, columns) : ownerLine(owner, columns)),
  ]
}

/** Another's mailbox is named wherever one is in it, however little room there is. */
function ownerLine(owner: string, columns: number): Line {
  const name = columns < 60 ? shortName(owner) : owner
  const note = columns < 60 ? '' : columns < 100 ? ' mailbox' : ' mailbox (read-only)'
  return [
    word(columns < 60 ? ' in ' : '  ', 'dim'),
    span(sanitizeLine(name), 'warning'),
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
function countsLine(
  { readOnly, owner, columns }: HeaderProps,
  { unread, dead }: NonNullable<HeaderProps['counts']>,
): Line {
  const isElsewhere = readOnly || owner !== null
  const short = columns < 100
  const parts: readonly (readonly [string, 'bold' | 'urgent' | 'warning'])[] = [
    [`${unread.total}${columns < 60 && isElsewhere ? marks.unread : ' unread'}`, 'bold'],
    ...(unread.urgent > 0 ? ([[`${unread.urgent}${short ? '!!' : ' urgent'}`, 'urgent']] as const) : []),
    ...(dead > 0
      ? ([[short ? `${dead}${marks.dead}` : counted(dead, 'dead letter'), 'warning']] as const)
      : []),
  ]
  return parts.flatMap(([text, look], at) => [...(at > 0 ? [word(' · ', 'dim')] : []), word(text, look)])
}

const mostNamed = 2

/** `also here: bob ◉ Q8Y7X`; a pen where it is being answered. Each person is named once. */
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
  const { who, thread, replying } = telling
  const acting = screens.find((one) => one.acting !== null)?.acting ?? null
  return [
    span(sanitizeLine(otherName(me.address, who)), 'person'),
    ...(acting === null ? [] : [span(sanitizeLine(` as ${shortName(acting)}`), 'warning')]),
    ...(screens.length > 1 ? [word(` ${marks.times}${screens.length}`, 'dim')] : []),
    ...(thread === null
      ? []
      : [word(` ${replying ? marks.written : marks.reader} ${thread}`, replying ? 'warning' : 'dim')]),
  ]
}
