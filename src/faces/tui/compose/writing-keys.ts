import type { JsonObject } from '../../../domain/json.ts'
import { kindRules } from '../../../domain/kind.ts'
import { isTag } from '../../../domain/places.ts'
import type { Draftable } from '../../../services/drafts/value.ts'
import type { Effect } from '../effect.ts'
import type { EventOf } from '../event.ts'
import type { Field } from '../model/editor.ts'
import type { FormInput, FormSize } from '../model/form.ts'
import { boxWidth, layoutOf, rowsAboveForm, threeFrom } from '../panes/layout.ts'
import {
  type Browsing,
  type Dialog,
  type HasOverlay,
  isCovered,
  type OnScreen,
  type Overlay,
} from '../state.ts'
import { andThen, type Step, say } from '../step.ts'
import { type InputEvent, key } from '../terminal/key-event.ts'
import { editorText, withInput } from './editor/editor.ts'
import {
  carriedForm,
  editedForm,
  formInput,
  isWritten,
  offerCandidates,
  openForm,
  updateForm,
} from './form/form.ts'
import { fieldsOf } from './form/form-fields.ts'
import { offerReplies, updateReplyLine } from './form/form-reply-line.ts'
import { wholeMessage } from './form/whole-text.ts'
import { originalOf } from './original.ts'
import { grace } from './sending.ts'
import { askFilled } from './templates.ts'

type FormOverlay = Extract<Overlay, { type: 'form' }>
type LineOverlay = Extract<Overlay, { type: 'reply' | 'post' }>

/** The interval at which typed text is saved as a draft, ms: a crash loses no more than this. */
const every = 500

const widestForm = 110

type Shown = Browsing & Partial<HasOverlay>

/** A form in the place of the inbox leaves the message that it answers in sight. The area of the inbox, where the screen is wide enough to write beside the thread. */
function areaBeside({ session, panes }: Shown): { readonly x: number; readonly size: FormSize } | null {
  if (session.size.columns < threeFrom || panes.zoomed || isCovered({ panes })) return null
  const areas = layoutOf({ session, panes })
  const at = areas.findIndex(({ pane }) => pane === 'inbox')
  const area = areas[at]
  if (area === undefined) return null
  const x = areas.slice(0, at).reduce((sum, { width }) => sum + width, 0)
  return { x, size: { columns: area.width, rows: area.height } }
}

/** A form that stands neither beside the panes nor below a message lies over them, as a dialog does. */
export function isOverPanes(state: Shown): boolean {
  return areaBeside(state) === null && rowsAboveForm(state) === null
}

/** The place of a form on the screen. */
export function formPlace(state: Shown, height: number): { readonly x: number; readonly y: number } {
  const beside = areaBeside(state)
  if (beside !== null) return { x: beside.x, y: 1 }
  const above = rowsAboveForm(state)
  if (above !== null) return { x: 0, y: 1 + above }
  const { columns, rows } = state.session.size
  const x = Math.floor((columns - formSize(state).columns) / 2)
  return { x, y: Math.max(0, Math.floor((rows - height) / 2)) }
}

/** The room of a form: that of the inbox, else below the message, else over the panes, or in their place where these would not be seen beside it. */
export function formSize(state: Shown): FormSize {
  const beside = areaBeside(state)
  if (beside !== null) return beside.size
  const { columns, rows } = state.session.size
  const above = rowsAboveForm(state)
  if (above !== null) return { columns, rows: rows - 2 - above }
  const width = boxWidth(columns, widestForm)
  return { columns: width, rows: width === columns ? rows - 2 : Math.min(30, rows - 4) }
}

export function formEvent<S extends OnScreen>(state: S, overlay: FormOverlay, event: InputEvent): Step<S> {
  const { form, outcome } = updateForm(overlay.form, event, formSize(state))
  const next: S = { ...state, overlay: { ...overlay, form } }
  if (outcome === null) return form === overlay.form ? [next] : keeping(next)
  switch (outcome.type) {
    case 'submit':
      return submit(
        { ...next, overlay: { ...overlay, form: { ...form, sending: true } } },
        outcome.operation,
        outcome.input,
        overlay.draft,
        outcome.meant,
      )
    case 'cancel':
      return closeWriting(next, outcome.keep, outcome.operation, outcome.input, overlay.draft)
    case 'edit':
      return toOutside(next, { ...overlay, form }, outcome)
    case 'replies':
      return [{ ...next, overlay: { ...overlay, form: offerReplies(form, state.session.replies) } }]
    case 'fill':
      return andThen(keeping(next), (after) => [
        after,
        { type: 'fill-template', fields: fieldsOf(outcome.input) },
      ])
    case 'complete':
      return andThen(keeping(next), (after) => [
        after,
        { type: 'complete-word', what: outcome.what, text: outcome.text },
      ])
  }
}

/** The message goes to the editor with its headers, or the text of one field. */
function toOutside<S extends Dialog>(
  state: S,
  overlay: FormOverlay,
  { text, whole }: { readonly text: string; readonly whole: string | null },
): Step<S> {
  if (whole === null || !state.session.editHeaders) return [state, { type: 'edit-outside', text }]
  const form = { ...overlay.form, editing: wholeMessage }
  return [
    { ...state, overlay: { ...overlay, form } },
    { type: 'edit-outside', text: whole },
  ]
}

export function lineEvent<S extends OnScreen>(state: S, overlay: LineOverlay, event: InputEvent): Step<S> {
  const { line, outcome } = updateReplyLine(overlay.line, event)
  const next: S = { ...state, overlay: { ...overlay, line } }
  if (outcome === null) return line === overlay.line ? [next] : keeping(next)
  const { operation, fields } = lineWriting(overlay, outcome.text)
  switch (outcome.type) {
    case 'send':
      return submit(
        { ...next, overlay: { ...overlay, line, sending: true } },
        operation,
        fields,
        overlay.draft,
      )
    case 'cancel':
      return closeWriting(next, outcome.text.trim() !== '', operation, fields, overlay.draft)
    case 'grow':
      return grow(next, overlay, outcome.text)
    case 'edit':
      return andThen(grow(next, overlay, outcome.text), (grown) => toEditor(grown))
    case 'quote':
      return andThen(grow(next, overlay, outcome.text), (grown) =>
        pressInForm(grown, key('q', { alt: true })),
      )
    case 'replies':
      return andThen(grow(next, overlay, outcome.text), (grown) =>
        pressInForm(grown, key('r', { alt: true })),
      )
  }
}

/** Stores a new value of the line. */
export function lineTyped<S extends HasOverlay>(state: S, overlay: LineOverlay, field: Field): Step<S> {
  return keeping({ ...state, overlay: { ...overlay, line: withInput(overlay.line, field) } })
}

/** One line as the operation takes it: an answer, or a post to where one is. */
function lineWriting(overlay: LineOverlay, body: string): { operation: Draftable; fields: JsonObject } {
  if (overlay.type === 'post') {
    // A tag without a present holder keeps its text for a later one.
    const hold = isTag(overlay.to) ? { hold: true } : {}
    return { operation: 'send', fields: { to: [overlay.to], ...hold, body } }
  }
  const all = overlay.all === true ? { all: true } : {}
  return { operation: 'reply', fields: { message: overlay.message, ...all, body } }
}

function grow<S extends OnScreen>(state: S, overlay: LineOverlay, text: string): Step<S> {
  const { draft } = overlay
  const self = state.session.me.address
  const { body: _, ...input } = lineWriting(overlay, '').fields
  const empty =
    overlay.type === 'post'
      ? openForm('compose', { input, self, draft })
      : openForm('reply', {
          about: { ...originalOf(state, overlay.message), ...aboutOf(overlay) },
          input,
          self,
          draft,
        })
  return [{ ...state, overlay: { type: 'form', form: carriedForm(empty, text), draft } }]
}

function aboutOf({ from, subject, kind }: Extract<LineOverlay, { type: 'reply' }>) {
  return { from, subject, answers: kindRules[kind].answers }
}

/** The form's text goes to the person's editor, as `C-g` in the form does. */
function toEditor<S extends OnScreen>(state: S): Step<S> {
  return pressInForm(state, key('g', { ctrl: true }))
}

function pressInForm<S extends OnScreen>(state: S, pressed: InputEvent): Step<S> {
  const { overlay } = state
  return overlay.type === 'form' ? formEvent(state, overlay, pressed) : [state]
}

/** Typing goes on, and what is written is kept soon, whether it rests or not. */
function keeping<S>(state: S): Step<S> {
  return [state, { type: 'wait', name: 'autosave', milliseconds: every, once: true }]
}

/** The text being written, as a draft keeps it; `null` while none of it was typed by hand. */
function written({
  overlay,
}: HasOverlay): { operation: Draftable; fields: JsonObject; draft: string } | null {
  if (overlay.type === 'form') {
    const { form, draft } = overlay
    return isWritten(form) && !form.sending
      ? { operation: form.operation, fields: fieldsOf(formInput(form)), draft }
      : null
  }
  if (overlay.type !== 'reply' && overlay.type !== 'post') return null
  const body = editorText(overlay.line)
  if (body.trim() === '' || overlay.sending === true) return null
  return { ...lineWriting(overlay, body), draft: overlay.draft }
}

export function autosave<S extends HasOverlay>(state: S): Step<S> {
  const now = written(state)
  return now === null ? [state] : [state, { type: 'save-draft', why: 'keep', sendIn: null, ...now }]
}

function submit<S>(state: S, operation: Draftable, input: FormInput, draft: string, meant = true): Step<S> {
  return [
    state,
    { type: 'cancel', name: 'autosave' },
    { type: 'save-draft', why: 'send', operation, fields: fieldsOf(input), draft, sendIn: grace, meant },
  ]
}

function closeWriting<S extends Dialog>(
  state: S,
  keep: boolean,
  operation: Draftable,
  input: FormInput,
  draft: string,
): Step<S> {
  const closed: S = { ...state, overlay: { type: 'none' } }
  const last: Effect = keep
    ? { type: 'save-draft', why: 'keep', operation, fields: fieldsOf(input), draft, sendIn: null }
    : { type: 'delete-draft', draft, quiet: true }
  const step: Step<S> = [closed, { type: 'cancel', name: 'autosave' }, last]
  return keep ? andThen(step, (next) => say(next, 'Saved in Drafts')) : step
}

export function wordsKnown<S extends HasOverlay>(state: S, event: EventOf<'words'>): Step<S> {
  const { overlay } = state
  if (overlay.type !== 'form') return [state]
  const form = offerCandidates(overlay.form, event)
  const next: S = { ...state, overlay: { ...overlay, form } }
  return event.templates === undefined ? [next] : askFilled(next)
}

export function edited<S extends Dialog>(state: S, event: EventOf<'edited'>): Step<S> {
  const { overlay } = state
  if (overlay.type !== 'form') return [state]
  const { written } = event
  if ('text' in written)
    return keeping({ ...state, overlay: { ...overlay, form: editedForm(overlay.form, written.text) } })
  const form = { ...overlay.form, editing: null }
  return say({ ...state, overlay: { ...overlay, form } }, written.problem, 'problem')
}
