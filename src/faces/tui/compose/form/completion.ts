import { nearestNames } from '../../../../domain/addressing/nearest.ts'
import { isTag, placeOf } from '../../../../domain/places.ts'
import { type Safe, sanitizeLine } from '../../../../domain/sanitize.ts'
import type { EditorState } from '../../model/editor.ts'
import type { Completing, FormField } from '../../model/form.ts'
import { edit, editorText, withText } from '../editor/editor.ts'

const offered = 6
const everyone = 'all'

export function completing({ kind, completes }: FormField): Completing | null {
  return kind === 'address' ? 'address' : (completes ?? null)
}

/** The text being written that can be completed. */
export function wordHere(field: FormField): string {
  const { lines, caret } = field.editor
  switch (completing(field)) {
    case 'address':
      return addressWord(field.editor)
    case 'file':
      return (lines[caret.line] ?? '').slice(0, caret.offset).trimStart()
    default:
      return editorText(field.editor).trim()
  }
}

/** The names that go with what is written in the field. */
export function namesFor(field: FormField, names: readonly string[]): readonly Safe[] {
  const word = wordHere(field)
  if (completing(field) !== 'address' && names.includes(word)) return []
  return matchingAddresses(names, word)
}

/** Replaces the text being written by the choice; in an address field only the address at the caret. */
export function completedBy(field: FormField, name: Safe): EditorState {
  const { editor } = field
  switch (completing(field)) {
    case 'address':
      return acceptAddress(editor, name, field.one ?? false)
    case 'file':
      return edit(erased(editor, wordHere(field).length), { type: 'paste', text: name })
    default:
      return withText(editor, name)
  }
}

/** Removes this many letters before the caret. */
function erased(editor: EditorState, letters: number): EditorState {
  const { line, offset } = editor.caret
  const text = editor.lines[line] ?? ''
  const lines = editor.lines.with(line, `${text.slice(0, offset - letters)}${text.slice(offset)}` as Safe)
  return { ...editor, lines, caret: { line, offset: offset - letters } }
}

/** The address being written: the text between the separator before the caret and the caret. */
function addressWord(editor: EditorState): string {
  return /[^\s,;]*$/u.exec(editorText(editor).slice(0, editor.caret.offset))?.[0] ?? ''
}

/** The addresses that go with a word: those that begin with it, whose parts do, that contain it, or are near it. */
export function matchingAddresses(names: readonly string[], word: string, most = offered): readonly Safe[] {
  if (word === '') return []
  const wanted = unsharp(word).toLowerCase()
  const meant = word.startsWith('#') ? names.filter(hasSharp) : names
  const ranks: string[][] = [[], [], [], [], []]
  for (const name of new Set(meant)) ranks[rankOf(name.toLowerCase(), wanted)]?.push(name)
  const found = ranks.flatMap((same) => same.sort(likelier)).slice(0, most)
  const shown = found.length > 0 ? found : nearestNames(word, meant, 3)
  return shown.map((name) => sanitizeLine(name))
}

function hasSharp(name: string): boolean {
  return isTag(name) || placeOf(name)?.type === 'channel'
}

/** Channels and tags are drawn with `#`, and are found by who types what they see. */
export function unsharp(word: string): string {
  return word.replace(/^#/u, '')
}

/** The word before the caret becomes the whole address, ready for the next one where there may be more. */
function acceptAddress(editor: EditorState, name: Safe, one: boolean): EditorState {
  const { line, offset } = editor.caret
  const start = offset - addressWord(editor).length
  const text = editorText(editor)
  const rest = text.slice(offset).replace(/^[^\s,;]*/u, '')
  const cleared = {
    ...editor,
    lines: [`${text.slice(0, start)}${rest}` as Safe],
    caret: { line, offset: start },
  }
  return edit(cleared, { type: 'paste', text: one || rest !== '' ? name : `${name}, ` })
}

function rankOf(name: string, wanted: string): number {
  if (name === wanted) return 0
  // Nobody should write to all by accepting the first offer.
  if (name === everyone) return name.includes(wanted) ? 4 : 5
  if (name.startsWith(wanted)) return 1
  if (name.split(/[/:_.-]/u).some((part) => part.startsWith(wanted))) return 2
  return name.includes(wanted) ? 3 : 5
}

/** Agents before roles, tags and places, which are named behind a colon: the agent is meant more often. */
function likelier(one: string, other: string): number {
  const behind = Number(one.includes(':')) - Number(other.includes(':'))
  if (behind !== 0) return behind
  return one.length - other.length || (one < other ? -1 : 1)
}
