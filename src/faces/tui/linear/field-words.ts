import { plain, type Safe, sanitize, sanitizeLine } from '../../../domain/sanitize.ts'
import { editorText } from '../compose/editor/editor.ts'
import { isOfSealed } from '../compose/original.ts'
import type { HasOverlay, HasPanes } from '../state.ts'

/** The active input: its name and its text. */
export type FieldWords = { readonly label: Safe; readonly text: Safe }

export function fieldOf(state: HasPanes & HasOverlay): FieldWords | null {
  const { overlay } = state
  switch (overlay.type) {
    case 'prompt':
      return { label: overlay.label, text: sanitizeLine(overlay.field.text) }
    case 'search':
    case 'filter':
      return {
        label: plain(overlay.type === 'search' ? 'Search:' : 'Filter:'),
        text: sanitizeLine(overlay.field.text),
      }
    case 'palette':
      return { label: plain('Command:'), text: sanitizeLine(overlay.field.text) }
    case 'reply': {
      const words = isOfSealed(state, overlay.message) ? 'Sealed reply' : 'Reply'
      return { label: sanitizeLine(`${words} to ${overlay.from}:`), text: editorText(overlay.line) }
    }
    case 'post':
      return { label: sanitizeLine(`To ${overlay.to}:`), text: editorText(overlay.line) }
    case 'form': {
      if (overlay.form.asking || overlay.form.preview !== null) return null
      const field = overlay.form.fields[overlay.form.focus]
      if (field === undefined) return null
      const text = field.kind === 'choice' ? sanitize(field.choice || field.help) : editorText(field.editor)
      return { label: sanitizeLine(`${field.label}:`), text }
    }
    case 'help':
      return overlay.typing
        ? { label: plain('Search the help:'), text: sanitizeLine(overlay.field.text) }
        : null
    case 'none':
    case 'sheet':
    case 'result':
    case 'choice':
    case 'journal':
      return null
  }
}
