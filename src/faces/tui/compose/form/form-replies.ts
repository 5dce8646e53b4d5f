import { own } from '../../../../domain/own.ts'
import { plain, sanitizeLine } from '../../../../domain/sanitize.ts'
import { edit } from '../editor/editor.ts'
import { withField } from './form-fields.ts'
import type { FormState, FormStep } from './form-state.ts'

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
