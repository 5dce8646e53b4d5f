import { own } from '../../../domain/own.ts'
import { type InputEvent, type KeyEvent, key, type MouseEvent } from './key-event.ts'

type Modifiers = Pick<KeyEvent, 'ctrl' | 'alt' | 'shift'>

const letters: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  P: 'f1',
  Q: 'f2',
  R: 'f3',
  S: 'f4',
  M: 'enter',
}
const numbers: Readonly<Record<number, string>> = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'pageup',
  6: 'pagedown',
  7: 'home',
  8: 'end',
  11: 'f1',
  12: 'f2',
  13: 'f3',
  14: 'f4',
  15: 'f5',
  17: 'f6',
  18: 'f7',
  19: 'f8',
  20: 'f9',
  21: 'f10',
  23: 'f11',
  24: 'f12',
}
const linuxConsole: Readonly<Record<string, string>> = { A: 'f1', B: 'f2', C: 'f3', D: 'f4', E: 'f5' }

/** ESC O and one letter: cursor and function keys in application mode. */
export function parseSs3(final: string): InputEvent | undefined {
  const name = own(letters, final)
  return name === undefined ? undefined : key(name)
}

/** ESC [ parameters final. Undefined for answers and for keys nobody can bind. */
export function parseCsi(parameters: string, final: string): InputEvent | undefined {
  if (parameters === '[') return named(own(linuxConsole, final))
  if (parameters.startsWith('<')) return final === 'M' || final === 'm' ? mouse(parameters, final) : undefined
  if (!/^[\d;:]*$/u.test(parameters)) return undefined
  if (parameters === '' && (final === 'I' || final === 'O')) return { type: 'focus', focused: final === 'I' }
  const [first, second, third] = parameters.split(';').map((group) => group.split(':').map(Number))
  if (second?.[1] === 3) return undefined
  const modifiers = modifiersOf(second?.[0])
  if (final === 'Z') return key('backtab', { ...modifiers, shift: true })
  if (final === 'u') return codePoint(first?.[0], first?.[1], modifiers)
  if (final === '~') {
    if (first?.[0] === 27) return codePoint(third?.[0], undefined, modifiers)
    return named(numbers[first?.[0] ?? 0], modifiers)
  }
  return (first?.[0] ?? 0) <= 1 ? named(own(letters, final), modifiers) : undefined
}

/** The rest of OSC. Only the colour of the background is asked for: `11;rgb:ffff/ffff/ffff`, two to four digits each. */
export function parseOsc(answer: string): InputEvent | undefined {
  const [, ...digits] = /^11;rgba?:([\da-f]{2,4})\/([\da-f]{2,4})\/([\da-f]{2,4})/iu.exec(answer) ?? []
  const [red, green, blue] = digits.map((part) => Number.parseInt(part, 16) / (16 ** part.length - 1))
  if (red === undefined || green === undefined || blue === undefined) return undefined
  // The weights of the three colours in what people see as bright.
  return { type: 'ground', light: 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 }
}

function named(name: string | undefined, modifiers?: Modifiers): InputEvent | undefined {
  return name === undefined ? undefined : key(name, modifiers)
}

function modifiersOf(parameter: number | undefined): Modifiers {
  const bits = Math.max(0, (parameter || 1) - 1)
  return { shift: (bits & 1) !== 0, alt: (bits & 2) !== 0, ctrl: (bits & 4) !== 0 }
}

const codeNames: Readonly<Record<number, string>> = {
  8: 'backspace',
  9: 'tab',
  13: 'enter',
  27: 'escape',
  127: 'backspace',
}

/** A key given by its code point: CSI u and modifyOtherKeys. */
function codePoint(
  code: number | undefined,
  shifted: number | undefined,
  held: Modifiers,
): InputEvent | undefined {
  if (code === undefined || !(code <= 0x10ffff)) return undefined
  const name = codeNames[code]
  if (name === 'tab' && held.shift) return key('backtab', held)
  if (name !== undefined) return key(name, held)
  const isPrivate = code >= 0xe000 && code <= 0xf8ff
  if (code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0xd800 && code < 0xe000) || isPrivate)
    return undefined
  const types = !held.ctrl && !held.alt
  if (code === 0x20) return key('space', { ...held, text: types ? ' ' : '' })
  const plain = String.fromCodePoint(code)
  if (!held.shift || held.ctrl) return key(plain.toLowerCase(), { ...held, text: types ? plain : '' })
  const upper = shifted ? String.fromCodePoint(shifted) : plain.toUpperCase()
  return key(upper, { ...held, shift: false, text: types ? upper : '' })
}

const buttons = ['left', 'middle', 'right', 'none'] as const

function mouse(parameters: string, final: 'M' | 'm'): MouseEvent | undefined {
  const [code, x, y] = parameters.slice(1).split(';').map(Number)
  if (code === undefined || !x || !y) return undefined
  const held = { shift: (code & 4) !== 0, alt: (code & 8) !== 0, ctrl: (code & 16) !== 0 }
  const at = { type: 'mouse', x: x - 1, y: y - 1, ...held } as const
  if ((code & 64) !== 0) {
    if ((code & 3) > 1) return undefined
    return { ...at, button: 'none', action: (code & 1) === 0 ? 'wheel-up' : 'wheel-down' }
  }
  const button = buttons[code & 3] ?? 'none'
  if ((code & 32) !== 0) return { ...at, button, action: 'move' }
  return { ...at, button, action: final === 'M' ? 'press' : 'release' }
}
