import { type KeyEvent, key } from '../../../src/faces/tui/terminal/key-event.ts'

const names: Readonly<Record<string, string>> = { Esc: 'escape', 'S-Tab': 'backtab' }

/** The key that a keymap spells so: `j`, `C-s`, `Alt-Enter`, `Space`. */
export function keyEvent(label: string): KeyEvent {
  const [, modifiers = '', name = ''] = /^((?:C-|Alt-|S-(?!Tab))*)(.+)$/su.exec(label) ?? []
  const ctrl = modifiers.includes('C-')
  const alt = modifiers.includes('Alt-')
  const isCharacter = [...name].length === 1
  const typed = ctrl || alt ? '' : isCharacter ? name : name === 'Space' ? ' ' : ''
  const plain = names[name] ?? (isCharacter ? name : name.toLowerCase())
  return key(plain, { ctrl, alt, shift: name === 'S-Tab' || modifiers.includes('S-'), text: typed })
}

/** A text as the keys that type it. */
export function typing(text: string): readonly string[] {
  return [...text].map((letter) => (letter === ' ' ? 'Space' : letter === '\n' ? 'Enter' : letter))
}
