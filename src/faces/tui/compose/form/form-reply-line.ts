import { own } from '../../../../domain/own.ts'
import { plain, type Safe, sanitizeLine } from '../../../../domain/sanitize.ts'
import type { EditorState } from '../../model/editor.ts'
import type { FormState, FormStep } from '../../model/form.ts'
import { type InputEvent, keyLabel } from '../../terminal/key-event.ts'
import { edit, editorText, openEditor } from '../editor/editor.ts'
import { withField } from './form-fields.ts'

/** The request to the program: `grow` opens the whole form with the text in its body, `edit` opens that in $EDITOR. */
type ReplyLineOutcome =
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

/** The canned replies to choose from; each is named and begins as it reads. */
export function offerReplies(form: FormState, replies: Readonly<Record<string, string>>): FormState {
  const body = form.fields.findIndex(({ name }) => name === 'body')
  if (body < 0) return { ...form, error: plain('A canned reply has no place in this form.') }
  const entries = Object.entries(replies)
  if (entries.length === 0)
    return { ...form, error: plain('No canned replies. Write them under `replies:` in your config.yaml.') }
  const texts = entries.map(([, text]) => filledIn(text, form))
  const names = entries.map(([name], at) => sanitizeLine(`${name}: ${texts[at] ?? ''}`))
  return { ...form, focus: body, error: null, candidates: { names, texts, chosen: 0, moved: true } }
}

/** The chosen text goes where the caret is. */
export function insertReply(form: FormState, text: string): FormStep {
  const field = form.fields[form.focus]
  const closed = { ...form, candidates: null }
  if (field === undefined) return { form: closed, outcome: null }
  const editor = edit(field.editor, { type: 'paste', text })
  return { form: withField(closed, form.focus, { editor, error: null }), outcome: null }
}

/** Unknown placeholders stay as they are written. */
function filledIn(text: string, { about, self }: FormState): string {
  const known: Readonly<Record<string, string | undefined>> = {
    from: about.from,
    subject: about.subject,
    me: self,
  }
  return text.replace(/\{(from|subject|me)\}/gu, (written, name: string) => own(known, name) ?? written)
}
