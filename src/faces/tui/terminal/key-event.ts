import { own } from '../../../domain/own.ts'

export type KeyEvent = {
  readonly type: 'key'
  /** The character itself (`j`, `G`, `é`) or a name: `enter`, `escape`, `up`, `pagedown`, `f1`, `space` … */
  readonly name: string
  readonly ctrl: boolean
  readonly alt: boolean
  readonly shift: boolean
  /** The text that the key adds to a field; empty for keys that add nothing. */
  readonly text: string
  /** The key behind an ESC, where the two may have been pressed one after the other as well as together. */
  readonly apart?: KeyEvent
}
export type MouseEvent = {
  readonly type: 'mouse'
  readonly action: 'press' | 'release' | 'move' | 'wheel-up' | 'wheel-down'
  readonly button: 'left' | 'middle' | 'right' | 'none'
  /** Cell, counted from 0. */
  readonly x: number
  readonly y: number
  readonly ctrl: boolean
  readonly alt: boolean
  readonly shift: boolean
}
/** Not sanitised: it is what the person pasted, or the beginning of it where that is too much (`cut`). */
export type PasteEvent = { readonly type: 'paste'; readonly text: string; readonly cut?: true }
export type InputEvent =
  | KeyEvent
  | MouseEvent
  | PasteEvent
  | { readonly type: 'focus'; readonly focused: boolean }
  /** The terminal's background: its answer to `groundQuestion`. */
  | { readonly type: 'ground'; readonly light: boolean }

export function key(name: string, more: Partial<Omit<KeyEvent, 'type' | 'name'>> = {}): KeyEvent {
  return { type: 'key', name, ctrl: false, alt: false, shift: false, text: '', ...more }
}

/** The bytes of a key held with Alt, which are also those of Escape and that key. */
export function altOrEscape(apart: KeyEvent): KeyEvent {
  return { ...apart, alt: true, text: '', apart }
}

/** The keys of a person. */
export type Typed = KeyEvent | PasteEvent

const labels: Readonly<Record<string, string>> = {
  enter: 'Enter',
  escape: 'Esc',
  tab: 'Tab',
  backtab: 'S-Tab',
  space: 'Space',
  backspace: 'Backspace',
  delete: 'Delete',
  insert: 'Insert',
  up: 'Up',
  down: 'Down',
  left: 'Left',
  right: 'Right',
  home: 'Home',
  end: 'End',
  pageup: 'PageUp',
  pagedown: 'PageDown',
}

/** A key as keymaps spell it: `j`, `G`, `C-d`, `S-Tab`, `Alt-Enter`, `Space`, `F1`. */
export function keyLabel(event: Pick<KeyEvent, 'name' | 'ctrl' | 'alt' | 'shift'>): string {
  const functionKey = /^f\d+$/u.test(event.name) ? event.name.toUpperCase() : undefined
  const label = own(labels, event.name) ?? functionKey ?? event.name
  const shift = event.shift && event.name !== 'backtab' ? 'S-' : ''
  return `${event.ctrl ? 'C-' : ''}${event.alt ? 'Alt-' : ''}${shift}${label}`
}
