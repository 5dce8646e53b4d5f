import { plain } from '../../../domain/sanitize.ts'
import { keyLabel } from '../terminal/key-label.ts'
import { followed, movedByRows } from './editor-layout.ts'
import {
  boundaryAfter,
  boundaryBefore,
  type Caret,
  type EditorEvent,
  type EditorState,
  editorText,
  lineAt,
  remembered,
  replaced,
  snapped,
} from './editor-state.ts'

export { type EditorView, editorView, resizeEditor } from './editor-layout.ts'
export { type EditorEvent, type EditorState, editorText, openEditor } from './editor-state.ts'

type Deed = (state: EditorState) => EditorState

const wordWindow = 2000

/** Every key of the editor beside those that type. Keys that are not here leave the state as it is. */
const deeds: Readonly<Record<string, Deed>> = {
  Enter: (state) => (state.single ? state : typed(state, '\n')),
  'S-Enter': (state) => (state.single ? state : typed(state, '\n')),
  'Alt-Enter': (state) => (state.single ? state : typed(state, '\n')),
  Tab: (state) => typed(state, '    '),
  Backspace: (state) => erased(state, left(state), state.caret),
  'C-h': (state) => erased(state, left(state), state.caret),
  Delete: (state) => erased(state, state.caret, right(state)),
  'C-d': (state) => erased(state, state.caret, right(state)),
  'C-w': (state) => killed(state, before(state, /\S+\s*$/u), state.caret),
  'Alt-Backspace': (state) => killed(state, wordLeft(state), state.caret),
  'C-Backspace': (state) => killed(state, wordLeft(state), state.caret),
  'Alt-d': (state) => killed(state, state.caret, wordRight(state)),
  'C-u': (state) => killed(state, lineStart(state), state.caret),
  'C-k': (state) => killed(state, state.caret, atLineEnd(state) ? right(state) : lineEnd(state)),
  'C-y': (state) => (state.kill === '' ? state : typed(state, state.kill)),
  'C-_': undone,
  'C-/': undone,
  Left: (state) => moved(state, left(state)),
  'C-b': (state) => moved(state, left(state)),
  Right: (state) => moved(state, right(state)),
  'C-f': (state) => moved(state, right(state)),
  'C-Left': (state) => moved(state, wordLeft(state)),
  'Alt-Left': (state) => moved(state, wordLeft(state)),
  'Alt-b': (state) => moved(state, wordLeft(state)),
  'C-Right': (state) => moved(state, wordRight(state)),
  'Alt-Right': (state) => moved(state, wordRight(state)),
  'Alt-f': (state) => moved(state, wordRight(state)),
  Home: (state) => moved(state, lineStart(state)),
  'C-a': (state) => moved(state, lineStart(state)),
  End: (state) => moved(state, lineEnd(state)),
  'C-e': (state) => moved(state, lineEnd(state)),
  'C-Home': (state) => moved(state, { line: 0, offset: 0 }),
  'C-End': (state) => moved(state, textEnd(state)),
  Up: (state) => ({ ...movedByRows(state, -1), last: 'other' }),
  Down: (state) => ({ ...movedByRows(state, 1), last: 'other' }),
  PageUp: (state) => ({ ...movedByRows(state, 1 - Math.max(2, state.rows)), last: 'other' }),
  PageDown: (state) => ({ ...movedByRows(state, Math.max(2, state.rows) - 1), last: 'other' }),
}

/** The editor's keys as keymaps spell them, for help and for tests. */
export const editorKeys: readonly string[] = Object.keys(deeds)

/** The editor after a key or a paste. Pasted control characters are shown as what they are, never obeyed. */
export function edit(state: EditorState, event: EditorEvent): EditorState {
  if (event.type === 'paste') return event.text === '' ? state : followed(typed(state, event.text))
  if (event.text !== '' && !event.ctrl && !event.alt) return followed(typed(state, event.text, 'type'))
  const deed = deeds[keyLabel(event)]
  return deed === undefined ? state : followed(deed(state))
}

/** The same editor with another text, the old one to be had back by undo. */
export function withText(state: EditorState, text: string): EditorState {
  if (editorText(state) === text) return state
  return followed(changed(state, replaced(state, { line: 0, offset: 0 }, textEnd(state), text), 'other'))
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
  return { ...(joins ? after : remembered(before, after)), last }
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
  return { ...state, ...snapshot, undo: state.undo.slice(0, -1), last: 'other', goal: null }
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
