import { plain } from '../../../../domain/sanitize.ts'
import type { Caret, EditorEvent, EditorState, Field } from '../../model/editor.ts'
import { keyLabel } from '../../terminal/key-event.ts'
import { followed, movedByRows } from './editor-layout.ts'
import {
  boundaryAfter,
  boundaryBefore,
  editorText,
  lineAt,
  linesOf,
  remembered,
  replaced,
  snapped,
  snapshotOf,
} from './editor-state.ts'

export { type EditorView, editorView, resizeEditor } from './editor-layout.ts'
export { editorText, openEditor } from './editor-state.ts'

type Deed = (state: EditorState) => EditorState

const wordWindow = 2000

/** A key of the editor beside those that type: its spellings, and what help says of it. */
type EditorBinding = { readonly keys: readonly string[]; readonly help: string; readonly run: Deed }

const bind = (keys: string, help: string, run: Deed): EditorBinding => ({ keys: keys.split(' '), help, run })

/** Keys that are not here leave the state as it is. */
export const editorBindings: readonly EditorBinding[] = [
  bind('Enter S-Enter Alt-Enter', 'a new line', (state) => (state.single ? state : typed(state, '\n'))),
  bind('Tab', 'four blanks', (state) => typed(state, '    ')),
  bind('C-_ C-/ Alt-u', 'undo', undone),
  bind('C-r Alt-e C-Alt-_', 'redo', redone),
  bind('Backspace C-h', 'delete the character before', (state) => erased(state, left(state), state.caret)),
  bind('Delete C-d', 'delete the character here', (state) => erased(state, state.caret, right(state))),
  bind('C-w', 'cut back to a blank', (state) => killed(state, before(state, /\S+\s*$/u), state.caret)),
  bind('Alt-Backspace C-Backspace', 'cut the word before', (state) =>
    killed(state, wordLeft(state), state.caret),
  ),
  bind('Alt-d', 'cut the word after', (state) => killed(state, state.caret, wordRight(state))),
  bind('C-u', 'cut to the start of the line', (state) => killed(state, lineStart(state), state.caret)),
  bind('C-k', 'cut to the end of the line', (state) =>
    killed(state, state.caret, atLineEnd(state) ? right(state) : lineEnd(state)),
  ),
  bind('C-y', 'paste what was cut', (state) => (state.kill === '' ? state : typed(state, state.kill))),
  bind('Left C-b', 'a character back', (state) => moved(state, left(state))),
  bind('Right C-f', 'a character forward', (state) => moved(state, right(state))),
  bind('C-Left Alt-Left Alt-b', 'a word back', (state) => moved(state, wordLeft(state))),
  bind('C-Right Alt-Right Alt-f', 'a word forward', (state) => moved(state, wordRight(state))),
  bind('Home C-a', 'to the start of the line', (state) => moved(state, lineStart(state))),
  bind('End C-e', 'to the end of the line', (state) => moved(state, lineEnd(state))),
  bind('C-Home', 'to the start of the text', (state) => moved(state, { line: 0, offset: 0 })),
  bind('C-End', 'to the end of the text', (state) => moved(state, textEnd(state))),
  bind('Up', 'a row up', (state) => ({ ...movedByRows(state, -1), last: 'other' })),
  bind('Down', 'a row down', (state) => ({ ...movedByRows(state, 1), last: 'other' })),
  bind('PageUp', 'a screen up', (state) => ({
    ...movedByRows(state, 1 - Math.max(2, state.rows)),
    last: 'other',
  })),
  bind('PageDown', 'a screen down', (state) => ({
    ...movedByRows(state, Math.max(2, state.rows) - 1),
    last: 'other',
  })),
]

const deeds: ReadonlyMap<string, Deed> = new Map(
  editorBindings.flatMap(({ keys, run }) => keys.map((key) => [key, run] as const)),
)

/** The editor's keys as keymaps spell them. */
export const editorKeys: readonly string[] = [...deeds.keys()]

/** The editor after a key or a paste. Pasted control characters are shown as what they are, never obeyed. */
export function edit(state: EditorState, event: EditorEvent): EditorState {
  if (event.type === 'paste') return event.text === '' ? state : followed(typed(state, event.text))
  if (event.text !== '' && !event.ctrl && !event.alt) return followed(typed(state, event.text, 'type'))
  const deed = deeds.get(keyLabel(event))
  return deed === undefined ? state : followed(deed(state))
}

/** The same editor with another text, the old one to be had back by undo. */
export function withText(state: EditorState, text: string): EditorState {
  if (editorText(state) === text) return state
  return followed(changed(state, replaced(state, { line: 0, offset: 0 }, textEnd(state), text), 'other'))
}

/** A one-line editor's value, for its line input. */
export function lineField(state: EditorState): Field {
  return { text: editorText(state), at: state.caret.offset }
}

/** The editor with the value of its line input. Cleaning may shorten the text before the caret. */
export function withInput(state: EditorState, { text, at }: Field): EditorState {
  const lines = linesOf(text, true)
  const offset = Math.max(0, lineAt({ lines, caret: state.caret }, 0).length - (text.length - at))
  const isBlank = /\s/u.test(text.slice(state.caret.offset, at))
  const next = { ...state, lines, caret: snapped(lines, { line: 0, offset }), goal: null }
  return followed(changed(state, next, 'type', isBlank))
}

function typed(state: EditorState, text: string, last: EditorState['last'] = 'other'): EditorState {
  return changed(state, replaced(state, state.caret, state.caret, text), last, /\s/u.test(text))
}

function changed(
  before: EditorState,
  after: EditorState,
  last: EditorState['last'],
  apart = false,
): EditorState {
  const joins = last !== 'other' && before.last === last && before.undo.length > 0 && !apart
  return { ...(joins ? after : remembered(before, after)), last, redo: [] }
}

function erased(state: EditorState, from: Caret, to: Caret): EditorState {
  if (isSame(from, to)) return state
  return changed(state, replaced(state, from, to, ''), 'erase')
}

function killed(state: EditorState, from: Caret, to: Caret): EditorState {
  if (isSame(from, to)) return state
  const lines = state.lines.slice(from.line, to.line + 1)
  const text = lines
    .map((line, at) =>
      line.slice(at === 0 ? from.offset : 0, at === lines.length - 1 ? to.offset : line.length),
    )
    .join('\n')
  return { ...changed(state, replaced(state, from, to, ''), 'other'), kill: plain(text) }
}

function undone(state: EditorState): EditorState {
  const snapshot = state.undo.at(-1)
  if (snapshot === undefined) return state
  const redo = [...state.redo, snapshotOf(state)]
  return { ...state, ...snapshot, undo: state.undo.slice(0, -1), redo, last: 'other', goal: null }
}

function redone(state: EditorState): EditorState {
  const snapshot = state.redo.at(-1)
  if (snapshot === undefined) return state
  return {
    ...remembered(state, state),
    ...snapshot,
    redo: state.redo.slice(0, -1),
    last: 'other',
    goal: null,
  }
}

function moved(state: EditorState, caret: Caret): EditorState {
  return { ...state, caret: snapped(state.lines, caret), goal: null, last: 'other' }
}

function isSame(one: Caret, other: Caret): boolean {
  return one.line === other.line && one.offset === other.offset
}

function atLineEnd(state: EditorState): boolean {
  return state.caret.offset === lineAt(state, state.caret.line).length
}

function lineStart({ caret }: EditorState): Caret {
  return { line: caret.line, offset: 0 }
}

function lineEnd(state: EditorState): Caret {
  return { line: state.caret.line, offset: lineAt(state, state.caret.line).length }
}

function textEnd(state: EditorState): Caret {
  const line = state.lines.length - 1
  return { line, offset: lineAt(state, line).length }
}

function left(state: EditorState): Caret {
  const { line, offset } = state.caret
  if (offset > 0) return { line, offset: boundaryBefore(lineAt(state, line), offset) }
  return line === 0 ? state.caret : { line: line - 1, offset: lineAt(state, line - 1).length }
}

function right(state: EditorState): Caret {
  const { line, offset } = state.caret
  if (!atLineEnd(state)) return { line, offset: boundaryAfter(lineAt(state, line), offset) }
  return line === state.lines.length - 1 ? state.caret : { line: line + 1, offset: 0 }
}

function wordLeft(state: EditorState): Caret {
  return before(state, /[\p{L}\p{M}\p{N}_]+[^\p{L}\p{M}\p{N}_]*$/u)
}

/** Where the last match before the caret begins; at a line's start, the end of the line above. */
function before(state: EditorState, pattern: RegExp): Caret {
  const { line, offset } = state.caret
  if (offset === 0) return left(state)
  const from = Math.max(0, offset - wordWindow)
  const found = lineAt(state, line).slice(from, offset).search(pattern)
  return { line, offset: found < 0 ? from : from + found }
}

function wordRight(state: EditorState): Caret {
  if (atLineEnd(state)) return right(state)
  const { line, offset } = state.caret
  const rest = lineAt(state, line).slice(offset, offset + wordWindow)
  return { line, offset: offset + (/^[^\p{L}\p{M}\p{N}_]*[\p{L}\p{M}\p{N}_]*/u.exec(rest)?.[0].length ?? 0) }
}
