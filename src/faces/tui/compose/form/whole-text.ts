import { plain, type Safe, sanitize, sanitizeLine } from '../../../../domain/sanitize.ts'
import type { FormAbout, FormField, FormState } from '../../model/form.ts'
import { editorText, withText } from '../editor/editor.ts'

/** The fields that are headers over the text of a message; a handoff has all of its fields there. */
const headers = ['to', 'all', 'cc', 'subject', 'kind', 'priority', 'attach']
/** What `editing` says while the whole message is with the editor. */
export const wholeMessage = '*'

type Header = { readonly field: FormField; readonly values: readonly string[] }

/** A message as one text: its headers, an empty line, and its body, which begins with the message that it answers. */
export function wholeText(form: FormState): Safe {
  const lines = headersOf(form).flatMap((field) =>
    valuesOf(field).map((value) => `${headerOf(field)}: ${value.replaceAll('\n', indent)}`.trimEnd()),
  )
  const written = bodyOf(form)
  const body = written === '' ? quotedBy(form) : written
  return sanitize([...lines, ...form.strayHeaders, '', body].join('\n'))
}

/** Quoted where an answer is still empty. */
function quotedBy(form: FormState): string {
  const isAnswer = form.kind === 'reply' || form.kind === 'answer'
  return (isAnswer ? quoteOf(form.about) : null) ?? ''
}

/** Lines of a value that has several begin with blanks; one of a dot alone is empty. */
const indent = '\n  '

function headerOf({ label }: FormField): string {
  return label.replaceAll(' ', '-')
}

function headersOf({ kind, fields }: FormState): readonly FormField[] {
  if (kind === 'handoff') return fields.filter(({ name }) => name !== 'body')
  return headers.flatMap((name) => fields.find((field) => field.name === name) ?? [])
}

function valuesOf(field: FormField): readonly string[] {
  if (field.kind === 'choice') return [field.choice]
  const text = editorText(field.editor)
  if (field.kind === 'lines') return [text.trim() === '' ? '' : text.replace(/^[ \t]*$/gmu, '.')]
  return field.kind === 'list' ? text.split('\n') : [text]
}

function bodyOf({ fields }: FormState): string {
  const field = fields.find(({ name }) => name === 'body')
  return field === undefined ? '' : editorText(field.editor)
}

/**
 * The form with what the editor gave back. A header that is not understood is kept for the editor, and the form says what
 * is wrong; all else is taken over. A text without headers changes the body alone.
 */
export function withWholeText(form: FormState, text: string): FormState {
  const { heads, body } = split(text.replace(/\r\n?/gu, '\n'), form.kind === 'handoff' ? headersOf(form) : [])
  const back = { ...form, editing: null, error: null, strayHeaders: [] }
  const taken = withBody(back, body, quotedBy(form))
  if (heads.length === 0) return taken
  const known = headersOf(form)
  const read = known.map(
    (field): Header => ({
      field,
      values: heads.filter(({ name }) => isNamed(field, name)).map((head) => readValue(field, head)),
    }),
  )
  const strays = [
    ...heads.filter(({ name }) => !known.some((field) => isNamed(field, name))),
    ...heads.filter((head) => {
      const header = read.find(({ field }) => isNamed(field, head.name))
      return header !== undefined && wrongIn(header, readValue(header.field, head)) !== null
    }),
  ]
  const fields = taken.fields.map((field) => {
    const header = read.find((one) => one.field.name === field.name)
    return header === undefined ? field : withValues(field, header)
  })
  const [stray] = strays
  if (stray === undefined) return { ...taken, fields }
  const sentence = problemOf(stray, read)
  return { ...taken, fields, strayHeaders: strays.map(({ line }) => line), error: sanitizeLine(sentence) }
}

type Head = { readonly name: string; readonly values: readonly string[]; readonly line: string }

function readValue({ kind }: FormField, { values }: Head): string {
  if (kind !== 'lines') return values.join(' ').trim()
  return values.map((value) => (value === '.' ? '' : value)).join('\n')
}

/**
 * Headers end at an empty line, or where a line is none. Where fields of several lines are to come (`due`), an empty line is one of
 * theirs as long as such a field, or another line of it, follows: people leave one between two paragraphs.
 */
function split(
  text: string,
  due: readonly FormField[],
): { readonly heads: readonly Head[]; readonly body: string } {
  const lines = text.split('\n')
  const heads: Head[] = []
  const isDue = (line: string) =>
    due.some((field) => isNamed(field, line.split(':', 1)[0] ?? '')) && line.includes(':')
  const goesOn = (from: number): boolean => {
    const next = lines.slice(from).find((line) => line.trim() !== '') ?? ''
    const isLast = due.every((field) => heads.some(({ name }) => isNamed(field, name)))
    return due.length > 0 && !isLast && (/^[ \t]/u.test(next) || isDue(next))
  }
  let at = 0
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const last = heads.at(-1)
    if (last !== undefined && line.trim() === '' && goesOn(at)) {
      if (/^[ \t]/u.test(lines.slice(at).find((one) => one.trim() !== '') ?? ''))
        heads[heads.length - 1] = { ...last, values: [...last.values, ''], line: `${last.line}\n` }
      continue
    }
    if (last !== undefined && /^[ \t]+\S/u.test(line)) {
      heads[heads.length - 1] = {
        ...last,
        values: [...last.values, line.replace(/^(?: {1,2}|\t)/u, '').trimEnd()],
        line: `${last.line}\n${line}`,
      }
      continue
    }
    const [, name, value = ''] = /^([\p{L}][\p{L}-]*):(?:[ \t]+(.*))?$/u.exec(line) ?? []
    if (name === undefined) break
    heads.push({ name, values: [value.trim()], line })
  }
  const rest = lines.slice(lines[at]?.trim() === '' ? at + 1 : at).join('\n')
  return { heads, body: heads.length === 0 ? text : rest }
}

function isNamed(field: FormField, name: string): boolean {
  return [headerOf(field), field.name].some((one) => one.toLowerCase() === name.toLowerCase())
}

/** The problem with one value; `null` if there is none. */
function wrongIn({ field, values }: Header, value: string): string | null {
  if (field.kind === 'choice' && !field.options?.includes(value.toLowerCase()))
    return `${field.label}: does not accept ${value}. Use ${(field.options ?? []).filter((one) => one !== '').join(', ')}, or nothing.`
  const isOne = field.kind === 'choice' || field.kind === 'line'
  return isOne && values.length > 1 && values.indexOf(value) > 0 ? `${field.label}: is there twice.` : null
}

function problemOf(head: Head, read: readonly Header[]): string {
  const { name } = head
  const header = read.find(({ field }) => isNamed(field, name))
  const names = read.map(({ field }) => headerOf(field)).join(', ')
  const what =
    header === undefined
      ? `Unknown header: ${name}. Use ${names}, or leave an empty line before the text.`
      : (wrongIn(header, readValue(header.field, head)) ?? '')
  return `${what} C-g opens it again.`
}

function withValues(field: FormField, header: Header): FormField {
  const right = header.values.filter((value) => wrongIn(header, value) === null)
  if (field.kind === 'choice')
    return { ...field, choice: right[0]?.toLowerCase() ?? field.choice, error: null }
  const between = field.kind === 'address' ? ', ' : '\n'
  const text = right.filter((value) => value !== '').join(between)
  return {
    ...field,
    editor: withText(field.editor, field.kind === 'line' ? (right[0] ?? '') : text),
    error: null,
  }
}

/** A quotation that nothing was added to says nothing. */
function withBody(form: FormState, body: string, quote: string): FormState {
  const at = form.fields.findIndex(({ name }) => name === 'body')
  const text = body.replace(/^\n+|\n+$/gu, '')
  const said = quote !== '' && text.trim() === quote.trim() ? '' : text
  const fields = form.fields.map((field, index) =>
    index === at ? { ...field, editor: withText(field.editor, said), error: null } : field,
  )
  return { ...form, fields, focus: at < 0 || form.fields[at]?.more ? form.focus : at }
}

/** Nothing is sent while a header is not understood. */
export function strayProblem({ strayHeaders }: FormState): Safe | null {
  const [first] = strayHeaders
  return first === undefined
    ? null
    : (`${plain('Not sent: this header is not understood: ')}${sanitizeLine(first)}. ${plain('C-g opens it again.')}` as Safe)
}

/** More lines of a message are not quoted. */
const mostQuoted = 200

/** The message that is answered, and a line for the answer; `null` where none is. */
export function quoteOf({ text, from }: FormAbout): string | null {
  if (text === undefined) return null
  const lines = sanitize(text).trimEnd().split('\n').slice(0, mostQuoted)
  const quote = lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n')
  const lead = from === undefined ? '' : `${sanitizeLine(from)} wrote:\n`
  return `${lead}${quote}\n\n`
}
