import { own } from '../../../../domain/own.ts'
import type { EditorEvent } from '../../model/editor.ts'
import type { FormEvent, FormSize, FormState, FormStep } from '../../model/form.ts'
import { key, keyLabel } from '../../terminal/key-event.ts'
import { edit, editorBindings, resizeEditor } from '../editor/editor.ts'
import { completing, wordHere } from './completion.ts'
import {
  accepted,
  cancelled,
  chosen,
  closed,
  focused,
  handedOut,
  picked,
  previewed,
  previewsFirst,
  quoted,
  repliesAsked,
  scrolled,
  sent,
  shownWhole,
  stay,
  submitted,
  switched,
  toBody,
} from './form-deeds.ts'
import { definitions, focusedField, isSingle, isWhole, withField } from './form-fields.ts'
import { fieldRoom } from './form-layout.ts'

type Mode = 'asking' | 'preview' | 'confirm' | 'candidates' | 'choice' | 'single' | 'text'
type Deed = (form: FormState, size: FormSize) => FormStep
/** A key of the form: where it holds, its spellings, what the last line says of it. */
type Binding = {
  readonly modes: readonly Mode[]
  readonly keys: readonly string[]
  readonly help: string
  readonly run: Deed
  /** The words for help and the manual. */
  readonly told?: string
}

const writing: readonly Mode[] = ['candidates', 'choice', 'single', 'text']
const quoteHint = 'quote'
const allHint = 'all fields'
const seen: readonly Mode[] = ['preview', 'confirm']
const bind = (modes: readonly Mode[], keys: readonly string[], help: string, run: Deed): Binding => ({
  modes,
  keys,
  help,
  run,
})
const tell = (told: string, binding: Binding): Binding => ({ ...binding, told })

/** The first row that fits counts; what none takes is typed. Order is that of the hints. */
const bindings: readonly Binding[] = [
  bind(['asking'], ['y', 'Y', 'Enter'], 'keep as a draft', (form) => cancelled(form, true)),
  bind(['asking'], ['n', 'N'], 'throw away', (form) => cancelled(form, false)),
  bind(['asking'], ['Esc'], 'continue writing', (form) => stay({ ...form, asking: false })),
  bind(['confirm'], ['Enter', 'C-s', 'C-Enter'], 'send', submitted),
  bind(['preview'], ['C-s', 'C-Enter'], 'send', submitted),
  bind(seen, ['Esc', 'C-p', 'q'], 'back', (form) => stay({ ...form, preview: null })),
  bind(seen, ['Down', 'j'], '', (form, size) => scrolled(form, 1, size)),
  bind(seen, ['Up', 'k'], '', (form, size) => scrolled(form, -1, size)),
  bind(seen, ['PageDown', 'Space', 'C-d'], 'scroll', (form, size) => scrolled(form, size.rows - 4, size)),
  bind(seen, ['PageUp', 'C-u'], '', (form, size) => scrolled(form, 4 - size.rows, size)),
  tell('accept the suggestion', bind(['candidates'], ['Tab'], 'take', accepted)),
  tell(
    'choose a suggestion',
    bind(['candidates'], ['Down', 'C-n'], 'choose', (form) => chosen(form, 1)),
  ),
  bind(['candidates'], ['Up'], '', (form) => chosen(form, -1)),
  bind(['candidates'], ['Enter'], '', (form, size) => {
    if (form.candidates?.moved) return accepted(form, size)
    const field = focusedField(form)
    const isLine = field === undefined || isSingle(field)
    return isLine ? entered(form, size) : written(form, key('enter'), size)
  }),
  bind(['candidates'], ['Esc'], 'close', (form) => stay({ ...form, candidates: null })),
  tell('send', bind(writing, ['C-s', 'C-Enter'], 'send', sent)),
  tell(
    'the next field',
    bind(writing, ['Tab'], 'next', (form) => focused(form, 1)),
  ),
  tell('close; you can keep a draft', bind(writing, ['Esc'], 'close', closed)),
  tell(
    'the field before',
    bind(writing, ['S-Tab'], '', (form) => focused(form, -1)),
  ),
  tell(
    'another choice',
    bind(['choice'], ['Right', 'Space'], 'switch', (form) => switched(form, 1)),
  ),
  bind(['choice'], ['Left'], '', (form) => switched(form, -1)),
  tell('show all fields of a long form, or few', bind(writing, ['C-o'], allHint, shownWhole)),
  bind(['choice', 'single', 'candidates'], ['Enter'], '', entered),
  bind(['choice', 'single'], ['Down'], '', (form) => focused(form, 1)),
  bind(['choice', 'single'], ['Up'], '', (form) => focused(form, -1)),
  tell(
    'go to the message text',
    bind(['choice', 'single', 'candidates'], ['Alt-Enter'], '', (form) => toBody(form)),
  ),
  tell('quote the message', bind(writing, ['Alt-q'], quoteHint, quoted)),
  tell('insert a canned reply', bind(writing, ['Alt-r'], 'canned reply', repliesAsked)),
  tell('preview', bind(writing, ['C-p'], 'preview', previewed)),
  tell('edit in $EDITOR', bind(writing, ['C-g'], '$EDITOR', handedOut)),
]

/** The keys of forms and of what is written in them, for help and the manual. */
export function writingKeys(): readonly { readonly keys: readonly string[]; readonly help: string }[] {
  const own = bindings.flatMap(({ keys, told }) => (told === undefined ? [] : [{ keys, help: told }]))
  const taken = new Set(bindings.flatMap(({ modes, keys }) => (modes.includes('text') ? keys : [])))
  const edits = editorBindings.map(({ keys, help }) => ({
    keys: keys.filter((key) => !taken.has(key)),
    help,
  }))
  return [...own, ...edits].filter(({ keys }) => keys.length > 0)
}

export function stepForm(form: FormState, event: FormEvent, size: FormSize): FormStep {
  if (event.type !== 'key' && event.type !== 'paste') return stay(form)
  const mode = modeOf(form)
  if (form.sending)
    return event.type === 'key' && event.name === 'escape' ? cancelled(form, true) : stay(form)
  if (event.type === 'key') {
    const label = keyLabel(event)
    const binding = bindings.find(({ modes, keys }) => modes.includes(mode) && keys.includes(label))
    if (binding !== undefined) return binding.run(form, size)
  }
  if (mode === 'asking' || mode === 'preview' || mode === 'confirm') return stay(form)
  if (mode === 'choice') return stay(event.type === 'key' ? picked(form, event) : form)
  return written(form, event, size)
}

const brief: Readonly<Record<string, string>> = {
  'keep as a draft': 'keep',
  'throw away': 'drop',
  'continue writing': 'back',
  [allHint]: 'all',
}

/** The keys that work now, for the form's last line; each has a short form for narrow screens. */
export function formHints(
  form: FormState,
  narrow = false,
): readonly { readonly key: string; readonly help: string }[] {
  const mode = modeOf(form)
  const taken = new Set<string>()
  return bindings.flatMap(({ modes, keys, help }) => {
    const key = keys[0] ?? ''
    if (!modes.includes(mode) || help === '' || taken.has(key)) return []
    if (help === quoteHint && form.rest['message'] === undefined) return []
    if (help === allHint && !form.fields.some(({ more }) => more)) return []
    taken.add(key)
    if (help === allHint && isWhole(form)) return [{ key, help: narrow ? 'fewer' : 'fewer fields' }]
    if (help === 'send' && form.preview === null && previewsFirst(form))
      return [{ key, help: narrow ? 'preview' : 'preview, send' }]
    return [{ key, help: narrow ? (own(brief, help) ?? help) : help }]
  })
}

function isConfirmed({ kind }: FormState): boolean {
  return definitions[kind].confirmedByEnter === true
}

/** Enter goes on to the next field; behind the last one to the preview, where that is how the form is sent. */
function entered(form: FormState, size: FormSize): FormStep {
  const isLast = form.focus === form.fields.length - 1
  return isLast && isConfirmed(form) ? sent(form, size) : focused(form, 1)
}

function modeOf(form: FormState): Mode {
  if (form.asking) return 'asking'
  if (form.preview !== null) return isConfirmed(form) ? 'confirm' : 'preview'
  if (form.candidates !== null) return 'candidates'
  const field = focusedField(form)
  if (field?.kind === 'choice') return 'choice'
  return field !== undefined && isSingle(field) ? 'single' : 'text'
}

function written(form: FormState, event: EditorEvent, size: FormSize): FormStep {
  const field = focusedField(form)
  if (field === undefined) return stay(form)
  const room = fieldRoom(form, size)
  const editor = edit(resizeEditor(field.editor, room.columns, room.rows), event)
  if (editor.lines === field.editor.lines)
    return stay({ ...withField(form, form.focus, { editor }), candidates: null })
  const what = completing(field)
  const text = what === null ? '' : wordHere({ ...field, editor })
  const typed = withField(form, form.focus, { editor, error: null })
  const next = { ...typed, candidates: null, completing: text === '' ? null : text, error: null }
  return what === null || text === '' ? stay(next) : { form: next, outcome: { type: 'complete', what, text } }
}
