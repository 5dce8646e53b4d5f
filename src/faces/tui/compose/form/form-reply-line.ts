import type { Safe } from '../../../../domain/sanitize.ts'
import type { InputEvent } from '../../terminal/key-event.ts'
import { keyLabel } from '../../terminal/key-label.ts'
import { type EditorState, edit, editorText, openEditor } from '../editor/editor.ts'

/** The request to the program: `grow` opens the whole form with the text in its body, `edit` opens that in $EDITOR. */
export type ReplyLineOutcome =
  | null
  | { readonly type: 'send'; readonly text: Safe }
  | { readonly type: 'cancel'; readonly text: Safe }
  | { readonly type: 'grow' | 'edit' | 'quote' | 'replies'; readonly text: Safe }

export function openReplyLine(text = ''): EditorState {
  return openEditor(text, { single: true })
}

/** Enter sends, Esc leaves, Alt-Enter grows it into a form, Alt-q with a quotation, Alt-r to canned replies, C-g into $EDITOR; a paste of several lines grows it, too. All other keys edit. */
export function updateReplyLine(
  line: EditorState,
  event: InputEvent,
): { readonly line: EditorState; readonly outcome: ReplyLineOutcome } {
  if (event.type === 'paste') {
    const pasted = edit(line, event)
    if (!event.text.trimEnd().includes('\n')) return { line: pasted, outcome: null }
    return { line: pasted, outcome: { type: 'grow', text: withPaste(line, event.text) } }
  }
  if (event.type !== 'key') return { line, outcome: null }
  const text = editorText(line)
  switch (keyLabel(event)) {
    case 'Enter':
      return { line, outcome: text.trim() === '' ? null : { type: 'send', text: text.trim() as Safe } }
    case 'Esc':
      return { line, outcome: { type: 'cancel', text } }
    case 'Alt-Enter':
      return { line, outcome: { type: 'grow', text } }
    case 'Alt-q':
      return { line, outcome: { type: 'quote', text } }
    case 'Alt-r':
      return { line, outcome: { type: 'replies', text } }
    case 'C-g':
      return { line, outcome: { type: 'edit', text } }
    default:
      return { line: edit(line, event), outcome: null }
  }
}

/** The line with the paste where the caret is, its lines kept. */
function withPaste(line: EditorState, text: string): Safe {
  return editorText(edit({ ...line, single: false }, { type: 'paste', text }))
}
