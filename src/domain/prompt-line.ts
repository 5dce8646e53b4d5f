import { asksBelow, asksSomething, unframed } from './dialog.ts'
import type { Harness } from './harness.ts'
import { type Cell, drawnCells, textOf } from './screen-cells.ts'

/** What a pane shows: its lines with their colours, and the line of its cursor. */
export type Screen = { readonly content: string; readonly cursorLine: number }

/** `asks`: a dialog, a list or a question, which Enter would answer. `draft`: text is at the prompt. */
export type ScreenState = 'empty' | 'draft' | 'asks' | 'no-prompt'

export function stateOf(screen: Screen, prompt: Harness['prompt']): ScreenState {
  const { lines, texts } = drawn(screen)
  if (asksSomething(texts)) return 'asks'
  const at = promptLine(screen, texts, prompt)
  if (at === null) return 'no-prompt'
  if (!isEmpty(lines[at] ?? [], markOf(prompt))) return 'draft'
  return asksBelow(texts, at) ? 'asks' : 'empty'
}

/** Whether a pane asks something, whatever program it shows. */
export function asksOn(screen: Screen): boolean {
  return asksSomething(drawn(screen).texts)
}

/**
 * How much of a text is at the prompt. `whole`: this text and nothing else. `part`: its beginning alone. Signs and spaces are
 * left out, as a terminal may draw and break them in its own way.
 */
export function standing(
  screen: Screen,
  prompt: Harness['prompt'],
  text: string,
): 'whole' | 'part' | 'other' {
  const { lines, texts } = drawn(screen)
  const at = promptLine(screen, texts, prompt)
  if (at === null) return 'other'
  // A program may propose how the text goes on, in a faint colour, or draw the text itself so.
  const views = [texts, lines.map((cells) => textOf(cells.filter(({ isFaint }) => !isFaint)))]
  const shown = views.map((view) => inputLines(view, at, prompt))
  if (shown.some((input) => isWhole(input, prompt, text))) return 'whole'
  const letters = shown.map((input) => lettersOf(input.join('')))
  return letters.some((some) => some !== '' && lettersOf(text).startsWith(some)) ? 'part' : 'other'
}

function isWhole(input: readonly string[], prompt: Harness['prompt'], text: string): boolean {
  const wanted = lettersOf(text)
  const all = input.join('')
  if (text.length > shortestFolded && folded.test(all.trim())) return true
  if (prompt === 'cursor') return lettersOf(all).endsWith(wanted)
  // Hints may be right below the input.
  return input.some((_, line) => lettersOf(input.slice(0, line + 1).join('')) === wanted)
}

/** Coding agents fold a long text that arrives quickly, and show this in its place. */
const folded = /^\[pasted (?:text|content)[^\]]*\]$/iu
const shortestFolded = 400

function drawn({ content }: Screen): {
  readonly lines: readonly (readonly Cell[])[]
  readonly texts: readonly string[]
} {
  const lines = content.split('\n').map(drawnCells)
  return { lines, texts: lines.map(textOf) }
}

function promptLine(
  { cursorLine }: Screen,
  texts: readonly string[],
  prompt: Harness['prompt'],
): number | null {
  if (prompt === null) return null
  if (prompt === 'cursor') return cursorLine < texts.length ? cursorLine : null
  const at = texts.findLastIndex((line) => prompt.test(unframed(line)))
  return at < 0 ? null : at
}

/** Programs that a text is typed into where the cursor is draw one of these in front of it, or nothing. */
const anyMark = /^[❯›>→$](?=\s|$)/u

function markOf(prompt: Harness['prompt']): RegExp {
  return prompt instanceof RegExp ? prompt : anyMark
}

/** A program's own hint there is faint, and its cursor is drawn inverse. */
function isEmpty(cells: readonly Cell[], mark: RegExp): boolean {
  const text = textOf(cells)
  const from = text.length - text.trimStart().length
  const inside = unframed(text)
  const begins = inside === '' ? from : text.indexOf(inside)
  const typed = cells.slice(begins + (mark.exec(inside)?.[0].length ?? 0))
  return unframed(textOf(typed.filter(({ isFaint }) => !isFaint))) === ''
}

/** The lines of the input, without frame and mark: up to an empty line or the frame, or up to the cursor. */
function inputLines(texts: readonly string[], at: number, prompt: Harness['prompt']): readonly string[] {
  if (prompt === 'cursor') return texts.slice(0, at + 1).map(unframed)
  const after = texts.slice(at).map(unframed)
  const end = after.indexOf('')
  const own = end < 0 ? after : after.slice(0, end)
  return own.map((line, index) => (index === 0 ? line.replace(markOf(prompt), '') : line))
}

function lettersOf(text: string): string {
  return text.normalize('NFC').replace(/[^\p{L}\p{N}]/gu, '')
}
