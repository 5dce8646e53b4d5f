import type { Field } from '../../model/editor.ts'
import type { KeyEvent } from '../../terminal/key-event.ts'
import { boundaryAfter, boundaryBefore } from './editor-state.ts'

export const emptyField: Field = { text: '', at: 0 }
export const fieldOf = (text: string): Field => ({ text, at: text.length })
/** An answer that is likely: Enter takes it, other keys edit it, and letters begin another. */
export const offeredField = (text: string): Field => ({ ...fieldOf(text), offered: true })

/** The field after a key, or the same field when the key does not edit. */
export function editField(field: Field, key: KeyEvent): Field {
  const { text, at } = field
  if (key.text !== '' && !key.ctrl && !key.alt) return insert(field, key.text)
  const name = key.ctrl ? `C-${key.name}` : key.alt ? `M-${key.name}` : key.name
  switch (name) {
    case 'backspace':
    case 'C-h':
      return field.offered ? emptyField : remove(field, boundaryBefore(text, at), at)
    case 'delete':
      return remove(field, at, boundaryAfter(text, at))
    case 'left':
    case 'C-b':
      return { text, at: boundaryBefore(text, at) }
    case 'right':
    case 'C-f':
      return { text, at: boundaryAfter(text, at) }
    case 'home':
    case 'C-a':
      return { text, at: 0 }
    case 'end':
    case 'C-e':
      return { text, at: text.length }
    case 'C-u':
      return remove(field, 0, at)
    case 'C-k':
      return remove(field, at, text.length)
    case 'C-w':
    case 'M-backspace':
      return remove(field, text.slice(0, at).search(/\S+\s*$/u), at)
    default:
      return field
  }
}

export function insert({ text, at, offered }: Field, more: string): Field {
  const line = more.replace(/[\r\n]+/gu, ' ')
  if (offered) return fieldOf(line)
  return { text: text.slice(0, at) + line + text.slice(at), at: at + line.length }
}

function remove({ text, at }: Field, from: number, to: number): Field {
  if (from < 0 || from === to) return { text, at }
  return { text: text.slice(0, from) + text.slice(to), at: from }
}

/** Esc, or what shells and editors are used to. */
export function isGivenUp(key: KeyEvent): boolean {
  return key.name === 'escape' || (key.ctrl && (key.name === 'c' || key.name === 'g'))
}
