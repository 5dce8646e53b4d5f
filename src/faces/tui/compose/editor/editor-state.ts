import { plain, type Safe, sanitize, sanitizeLine } from '../../../../domain/sanitize.ts'
import type { Caret, EditorState, Snapshot } from '../../model/editor.ts'
import { clusterAt, isAscii } from '../../text/text.ts'

const undoLimit = 200

/** An editor with the caret behind the text, which is cleaned: what is typed is what will be seen. */
export function openEditor(text = '', options: { readonly single?: boolean } = {}): EditorState {
  const single = options.single ?? false
  const lines = linesOf(text, single)
  return {
    lines,
    caret: { line: lines.length - 1, offset: lines.at(-1)?.length ?? 0 },
    single,
    goal: null,
    top: 0,
    columns: 80,
    rows: 20,
    undo: [],
    redo: [],
    last: 'other',
    kill: plain(''),
  }
}

export function editorText(state: EditorState): Safe {
  return state.lines.join('\n') as Safe
}

export function linesOf(text: string, single: boolean): readonly Safe[] {
  const unix = text.replace(/\r\n?/gu, '\n')
  return single ? [sanitizeLine(unix)] : (sanitize(unix).split('\n') as unknown as readonly Safe[])
}

export function lineAt(state: Snapshot, line: number): Safe {
  return state.lines[line] ?? plain('')
}

/** The text between two places, the first of them the earlier one, gives way to `text`. */
export function replaced(state: EditorState, from: Caret, to: Caret, text: string): EditorState {
  const inserted = linesOf(text, state.single)
  const head = lineAt(state, from.line).slice(0, from.offset)
  const tail = lineAt(state, to.line).slice(to.offset)
  const last = inserted.length - 1
  const middle = inserted.map(
    (line, at) => `${at === 0 ? head : ''}${line}${at === last ? tail : ''}` as Safe,
  )
  const caret = {
    line: from.line + last,
    offset: (last === 0 ? head.length : 0) + (inserted[last]?.length ?? 0),
  }
  const lines = [...state.lines.slice(0, from.line), ...middle, ...state.lines.slice(to.line + 1)]
  return { ...state, lines, caret: snapped(lines, caret), goal: null }
}

export function snapshotOf({ lines, caret }: EditorState): Snapshot {
  return { lines, caret }
}

export function remembered(before: EditorState, after: EditorState): EditorState {
  return { ...after, undo: [...before.undo.slice(1 - undoLimit), snapshotOf(before)] }
}

/** A combining mark put in or a letter taken out can join neighbours; the caret goes behind what they became. */
export function snapped(lines: readonly Safe[], caret: Caret): Caret {
  const line = lines[caret.line] ?? plain('')
  if (caret.offset === 0 || caret.offset >= line.length || isAscii(line)) return caret
  const cluster = clusterAt(line, caret.offset)
  if (cluster === undefined || cluster.index === caret.offset) return caret
  return { line: caret.line, offset: cluster.index + cluster.segment.length }
}

export function boundaryBefore(line: string, offset: number): number {
  if (offset <= 0) return 0
  if (isAscii(line)) return offset - 1
  return clusterAt(line, offset - 1)?.index ?? 0
}

export function boundaryAfter(line: string, offset: number): number {
  if (offset >= line.length) return line.length
  if (isAscii(line)) return offset + 1
  const cluster = clusterAt(line, offset)
  return cluster === undefined ? line.length : cluster.index + cluster.segment.length
}
