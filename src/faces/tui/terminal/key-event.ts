export type KeyEvent = {
  readonly type: 'key'
  /** The character itself (`j`, `G`, `é`) or a name: `enter`, `escape`, `up`, `pagedown`, `f1`, `space` … */
  readonly name: string
  readonly ctrl: boolean
  readonly alt: boolean
  readonly shift: boolean
  /** What the key adds to a text field; empty for keys that add nothing. */
  readonly text: string
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
export type InputEvent =
  | KeyEvent
  | MouseEvent
  /** Not sanitised: it is what the person pasted, or the beginning of it where that is too much (`cut`). */
  | { readonly type: 'paste'; readonly text: string; readonly cut?: true }
  | { readonly type: 'focus'; readonly focused: boolean }

export function key(name: string, more: Partial<Omit<KeyEvent, 'type' | 'name'>> = {}): KeyEvent {
  return { type: 'key', name, ctrl: false, alt: false, shift: false, text: '', ...more }
}
