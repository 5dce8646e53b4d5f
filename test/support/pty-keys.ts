const named: Readonly<Record<string, string>> = {
  Enter: '\r',
  Esc: '\x1b',
  Tab: '\t',
  'S-Tab': '\x1b[Z',
  Space: ' ',
  Backspace: '\x7f',
  Delete: '\x1b[3~',
  Insert: '\x1b[2~',
  Up: '\x1b[A',
  Down: '\x1b[B',
  Right: '\x1b[C',
  Left: '\x1b[D',
  Home: '\x1b[H',
  End: '\x1b[F',
  PageUp: '\x1b[5~',
  PageDown: '\x1b[6~',
  F1: '\x1bOP',
  F2: '\x1bOQ',
  F3: '\x1bOR',
  F4: '\x1bOS',
  F5: '\x1b[15~',
  F6: '\x1b[17~',
  F7: '\x1b[18~',
  F8: '\x1b[19~',
  F9: '\x1b[20~',
  F10: '\x1b[21~',
  F11: '\x1b[23~',
  F12: '\x1b[24~',
}

const cursorKey = /^\x1b\[([A-DFH])$/u

/** What a terminal sends for a key as keymaps spell it: `j`, `C-d`, `S-Tab`, `Alt-Enter`, `S-Down`. */
export function bytesOfKey(key: string): string {
  const known = named[key]
  if (known !== undefined) return known
  if (key.startsWith('Alt-')) return `\x1b${bytesOfKey(key.slice(4))}`
  const modified = /^([CS])-(.+)$/u.exec(key)
  const [, modifier = '', plain = ''] = modified ?? []
  const cursor = cursorKey.exec(named[plain] ?? '')
  if (cursor) return `\x1b[1;${modifier === 'C' ? 5 : 2}${cursor[1]}`
  if (modifier === 'C' && plain === 'Space') return '\0'
  if (modifier === 'C' && /^[a-z[\\\]^_]$/u.test(plain))
    return String.fromCharCode(plain.toUpperCase().charCodeAt(0) - 0x40)
  if ([...key].length !== 1) throw new Error(`No terminal sends a key called "${key}".`)
  return key
}
