import { sanitizeLine } from '../../../domain/sanitize.ts'
import { nameOf, whereOf } from '../pair.ts'
import type { State } from '../state.ts'
import { type Line, span, word } from '../text/line.ts'

const mostNamed = 2

/** `also here: bob ▸ Q8Y7X`; a pen where it is being answered. */
export function alsoHere(state: State): Line {
  const { others } = state.pair
  if (others.length === 0) return []
  const short = state.size.columns < 110
  const named = others.slice(0, short ? 1 : mostNamed)
  const more = others.length - named.length
  return [
    word(short ? '  +' : '   also here: ', 'dim'),
    ...named.flatMap(({ who, thread, replying }, at): Line => {
      const name = span(sanitizeLine(nameOf(state, who)), 'accent')
      const where =
        thread === null ? [] : [word(` ${replying ? '✎' : '▸'} ${thread}`, replying ? 'warning' : 'dim')]
      return [...(at > 0 ? [word(', ', 'dim')] : []), name, ...where]
    }),
    ...(more > 0 ? [word(` +${more}`, 'dim')] : []),
  ]
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
