import { sanitizeLine } from '../../../domain/sanitize.ts'
import { nameOf, whereOf } from '../loop/pair.ts'
import type { State } from '../state.ts'
import { type Line, span, word } from '../text/line.ts'

const mostNamed = 2

/** `also here: bob ▸ Q8Y7X`; a pen where it is being answered. Each person is named once. */
export function alsoHere(state: State): Line {
  const { others } = state.pair
  if (others.length === 0) return []
  const short = state.size.columns < 110
  const people = [...new Set(others.map(({ who }) => who))].map((who) =>
    others.filter((one) => one.who === who),
  )
  const named = people.slice(0, short ? 1 : mostNamed)
  const more = people.length - named.length
  return [
    word(short ? '  +' : '   also here: ', 'dim'),
    ...named.flatMap(
      (screens, at): Line => [...(at > 0 ? [word(', ', 'dim')] : []), ...personLine(state, screens)],
    ),
    ...(more > 0 ? [word(` +${more}`, 'dim')] : []),
  ]
}

/** How many there are, where there is no room for names. */
export function othersCount({ pair }: State): Line {
  const people = new Set(pair.others.map(({ who }) => who)).size
  return people === 0 ? [] : [word(` +${people}`, 'dim')]
}

/** Of several screens of one person, the one where they answer, else read, tells most. */
function personLine(state: State, screens: State['pair']['others']): Line {
  const telling =
    screens.find(({ replying }) => replying) ?? screens.find(({ thread }) => thread !== null) ?? screens[0]
  if (telling === undefined) return []
  const { who, thread, replying } = telling
  return [
    span(sanitizeLine(nameOf(state, who)), 'accent'),
    ...(screens.length > 1 ? [word(` ×${screens.length}`, 'dim')] : []),
    ...(thread === null ? [] : [word(` ${replying ? '✎' : '▸'} ${thread}`, replying ? 'warning' : 'dim')]),
  ]
}

/** What a row of the list says of who else is in its thread: the one who answers before those who read. */
export function inRow({ pair, me }: Pick<State, 'pair' | 'me'>, thread: string, columns: number): string {
  const here = pair.others.filter((one) => one.thread === thread)
  const telling = here.find(({ replying }) => replying) ?? here[0]
  if (telling === undefined) return ''
  const mark = telling.replying ? '✎' : '▸'
  return columns < 60 ? ` ${mark}` : ` ${mark} ${nameOf({ me }, telling.who)}`
}

/** Who else is in the thread that is shown. */
export function inThread(state: State): Line {
  const thread = whereOf(state).thread ?? state.thread?.messages[0]?.thread
  const here = state.pair.others.filter((one) => one.thread !== null && one.thread === thread)
  const [first] = here.toSorted((one, other) => Number(other.replying) - Number(one.replying))
  if (first === undefined) return []
  const name = span(sanitizeLine(nameOf(state, first.who)), first.replying ? 'warning' : 'accent')
  return [
    name,
    word(first.replying ? ' is answering this' : ' reads this too', first.replying ? 'warning' : 'dim'),
  ]
}
