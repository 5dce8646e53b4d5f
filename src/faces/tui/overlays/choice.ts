import { sanitizeLine } from '../../../domain/sanitize.ts'
import { countdown } from '../../present-attention.ts'
import { marks } from '../../present-glyphs.ts'
import { decision } from '../compose/sending.ts'
import { reply } from '../compose/writing.ts'
import type { ChoiceState, Openable, Ruling } from '../model/overlay.ts'
import { boxWidth, centred, type Place } from '../panes/layout.ts'
import type { HasOverlay, Overlay, Size, State } from '../state.ts'
import { type Step, say } from '../step.ts'
import { type Line, span, word } from '../text/line.ts'
import { wrap } from '../text/text.ts'

const widest = 100

function choiceWidth({ columns }: Size): number {
  return boxWidth(columns, widest)
}

/** Everything that can be opened, over as many lines as it takes: nothing of a target is left out. */
function choiceLines(
  { items, chosen }: ChoiceState,
  size: Size,
): readonly { readonly item: number; readonly line: Line }[] {
  const columns = choiceWidth(size) - 4
  return items.flatMap((item, at) => {
    const label = labelOf(item)
    return wrap(sanitizeLine(wordsOf(item)), columns - label.length - 2).map((text, line) => ({
      item: at,
      line: [
        word(at === chosen && line === 0 ? `${marks.here} ` : '  ', 'accent'),
        word(line === 0 ? label : ' '.repeat(label.length), 'dim'),
        span(text, at === chosen ? 'bold' : 'plain'),
      ],
    }))
  })
}

function labelOf(item: Openable | Ruling): string {
  if (item.type === 'file' || item.type === 'link') return `${item.type}  `
  return item.type === 'option' ? `${item.number}. ` : '   '
}

export function wordsOf(item: Openable | Ruling): string {
  switch (item.type) {
    case 'file':
      return item.path
    case 'link':
      return item.target
    case 'option':
      return item.fallback ? `${item.text} (taken at the deadline)` : item.text
    case 'other':
      return 'Write another answer'
  }
}

/** The chosen line, and the time until which it holds. */
export function choiceTitle({ decides }: ChoiceState, now: number): Line {
  if (decides === undefined) return [word('Open', 'section')]
  const { from, subject, deadline } = decides
  const due = deadline === null ? [] : [word(` · ${countdown(deadline, now)}`, 'bold')]
  return [
    word('Decide ', 'section'),
    span(sanitizeLine(subject), 'bold'),
    span(sanitizeLine(` · ${from}`), 'dim'),
    ...due,
  ]
}

export function choiceHeight({ rows }: Size): number {
  return Math.max(1, rows - 6)
}

/** The visible lines, the beginning of the chosen one among them. */
export function choiceSeen(choice: ChoiceState, size: Size) {
  const every = choiceLines(choice, size)
  const height = choiceHeight(size)
  const first = every.findIndex(({ item }) => item === choice.chosen)
  const last = every.findLastIndex(({ item }) => item === choice.chosen)
  const top = Math.max(0, Math.min(first, Math.max(last - height + 1, first - Math.floor(height / 2))))
  return every.slice(top, top + height)
}

/** Where the box stands. */
export function choicePlace(choice: ChoiceState, size: Size): Place {
  return centred(size, choiceWidth(size), choiceSeen(choice, size).length)
}

export function moveChoice<S extends HasOverlay>(state: S, choice: ChoiceState, steps: number): Step<S> {
  const chosen = Math.min(Math.max(choice.chosen + steps, 0), choice.items.length - 1)
  return [{ ...state, overlay: { ...choice, chosen } }]
}

/** Opens the chosen one with the program for it, or in `$EDITOR`. */
export function openChosen(state: State, editor = false): Step {
  const item = chosenOf(state.overlay)
  const next: State = { ...state, overlay: { type: 'none' } }
  if (item === undefined) return [next]
  const { overlay } = state
  if (overlay.type === 'choice' && overlay.decides !== undefined)
    return rule(next, overlay.decides.message, item)
  if (item.type === 'option' || item.type === 'other') return [next]
  if (item.type === 'file') return [next, { type: 'open-file', path: item.path, ...(editor && { editor }) }]
  if (editor) return say(state, 'A link cannot be edited: Enter opens it, y copies it.')
  return [next, { type: 'open-link', target: item.target }]
}

export function copyChosen<S extends HasOverlay>(state: S): Step<S> {
  const item = chosenOf(state.overlay)
  if (item === undefined || item.type === 'other') return [state]
  if (item.type === 'option') return [state, { type: 'copy', text: item.text, what: 'the option' }]
  return item.type === 'file'
    ? [state, { type: 'copy', text: item.path, what: 'the path' }]
    : [state, { type: 'copy', text: item.target, what: 'the link' }]
}

function chosenOf(overlay: Overlay): Openable | Ruling | undefined {
  return overlay.type === 'choice' ? overlay.items[overlay.chosen] : undefined
}

/** Answers an escalation in its thread with the option that was chosen, or opens the line to write another answer. */
function rule(state: State, message: string, chosen: Openable | Ruling): Step {
  if (chosen.type !== 'option') return reply(state, false)
  return [state, decision(message, chosen.number)]
}
