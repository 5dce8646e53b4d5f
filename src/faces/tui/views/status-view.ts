import { optionOf } from '../compose/sending.ts'
import { keyOf } from '../keymap.ts'
import type { Dialog, HasClock, HasOutbox, OnScreen, Overlay, State } from '../state.ts'
import { liveLine, positionBeside } from '../status/footer.ts'
import { begunWays, footerHints, type NamedKey } from '../status/hints.ts'
import { type Told, toastLine } from '../status/toast.ts'
import { fitLine, type Line, lineWidth, word } from '../text/line.ts'

/** The left part of the footer, by rank: a question, the ways to go on with a sequence, a toast, key hints. */
export type StatusView = {
  readonly columns: number
  readonly prompt: Pick<Extract<Overlay, { type: 'prompt' }>, 'label' | 'field'> | null
  readonly begun: Line | null
  readonly told: Told | null
  readonly hints: readonly NamedKey[]
  /** Position in the list and whether changes are followed, as far as there is room. */
  readonly right: Line | null
  /** Columns left of it. */
  readonly room: number
}

export function statusView(state: State): StatusView {
  const { overlay } = state
  const { pending, size } = state.session
  const { columns } = size
  const prompt = overlay.type === 'prompt' ? overlay : null
  const begun = pending.length > 0 ? begunLine(state) : null
  const told = toldOf(state)
  const left = begun ?? toastLine(told)
  // A toast is shown whole before the position.
  const right = [positionBeside(state), liveLine(state)].find(
    (one) => lineWidth(left) + lineWidth(one) <= columns,
  )
  const room = columns - lineWidth(right ?? [])
  return {
    columns,
    prompt,
    room,
    right: right ?? null,
    begun: begun === null ? null : fitLine(begun, room),
    told: left.length > 0 ? told : null,
    hints: left.length > 0 || prompt !== null ? [] : footerHints(state, room),
  }
}

function toldOf({ session, outbox, clock, overlay }: Dialog & HasOutbox & HasClock): Told {
  const { toast, calm, keymap } = session
  const last = outbox.sending.at(-1)
  if (last === undefined) return { toast, sending: null }
  const seconds = Math.max(1, Math.ceil((last.due - clock.now) / 1000))
  return {
    toast,
    sending: {
      messages: outbox.sending.length,
      option: optionOf(last),
      when: calm ? '' : ` in ${seconds} s`,
      // In a line input that key types a letter.
      undo: overlay.type === 'none' ? ` (${keyOf(keymap, 'undo')} to undo)` : '',
    },
  }
}

/** The keys typed so far, and how they can go on. */
function begunLine(state: OnScreen): Line {
  return [
    word(` ${state.session.pending.join('')}…  `, 'accent'),
    ...begunWays(state).flatMap(({ key, hint }) => [word(key, 'bold'), word(` ${hint}  `, 'dim')]),
  ]
}
