import { own } from '../../../domain/own.ts'
import type { KeyEvent } from './key-event.ts'

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
