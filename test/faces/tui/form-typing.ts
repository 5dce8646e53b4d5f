import type { Templates } from '../../../src/faces/tui/model/form.ts'
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

const field = (name: string, required = false) => ({ name, help: `The ${name}`, required, section: false })
const routed = (name: string) =>
  ({ name, subject: `${name} POLECAT`, route: ['{rig}/witness'], kind: 'request', priority: 'high' }) as const

export const knownTemplates: Templates = {
  MERGE_READY: {
    ...routed('MERGE_READY'),
    fields: [field('Branch', true), field('Polecat', true), field('Issue')],
  },
  MERGED: { ...routed('MERGED'), fields: [field('Branch', true), field('Rig', true)] },
  HELP: { ...routed('HELP'), fields: [] },
  HANDOFF: { ...routed('HANDOFF'), fields: [{ ...field('Context'), section: true }] },
}
