import { linkNumber, linkSequence } from './shows-links.ts'

/** A style is a small number, a link being part of it; 0 is the terminal's default look. */
export type StyleId = number

const bold = 1
const dim = 2
const italic = 4
const underline = 8
const inverse = 16
const strike = 32

/** `link` is the number of a target, 0 for none. */
type Style = {
  readonly foreground: number
  readonly background: number
  readonly flags: number
  readonly link: number
}

/** Colours are numbers too: 0 default, 1–16 the terminal's own, 17–272 the palette, above that 24-bit. */
const paletteStart = 17
const directStart = 0x1000000

const plainStyle: Style = { foreground: 0, background: 0, flags: 0, link: 0 }
const styles: Style[] = [plainStyle]
const ids = new Map<string, StyleId>([['0,0,0,0', 0]])
const afterCodes = new Map<string, StyleId>()
const transitions = new Map<number, string>()
/** Hostile colours must not fill the table for ever: past this many, new ones lose their colour. */
const styleLimit = 30_000
/** Room for every flag and two 24-bit colours. */
const longestSgr = 80

/** The style after an SGR sequence's parameters (`1;38;5;12`) are applied. Unknown and hiding codes do nothing. */
export function applySgr(style: StyleId, parameters: string): StyleId {
  if (parameters.length > longestSgr) return style
  const key = `${style}:${parameters}`
  const known = afterCodes.get(key)
  if (known !== undefined) return known
  const codes = parameters === '' ? [0] : parameters.split(';').map(Number)
  let next = styles[style] ?? plainStyle
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0
    if (code === 38 || code === 48) {
      const [colour, used] = extendedColour(codes, at + 1)
      at += used
      if (colour !== undefined)
        next = code === 38 ? { ...next, foreground: colour } : { ...next, background: colour }
    } else {
      next = applyCode(next, code)
    }
  }
  const id = intern(next)
  if (afterCodes.size > styleLimit) afterCodes.clear()
  afterCodes.set(key, id)
  return id
}

/** The style with a link to this target from here on, or without one if it is empty or not a target. */
export function applyLink(style: StyleId, target: string): StyleId {
  const key = `${style}:]${target}`
  const known = afterCodes.get(key)
  if (known !== undefined) return known
  const id = intern({ ...(styles[style] ?? plainStyle), link: linkNumber(target) })
  if (afterCodes.size > styleLimit) afterCodes.clear()
  afterCodes.set(key, id)
  return id
}

/** The parameters of a style alone. Text as dark as its ground gets no ground. */
export function sgrOf(style: StyleId): string {
  const { foreground, background, flags } = styles[style] ?? plainStyle
  return wholeCodes({ foreground, background: background === foreground ? 0 : background, flags, link: 0 })
}

/** The shortest sequence that takes the terminal from one style to another. */
export function transition(from: StyleId, to: StyleId): string {
  if (from === to) return ''
  const key = from * 0x10000 + to
  const known = transitions.get(key)
  if (known !== undefined) return known
  const text = between(styles[from] ?? plainStyle, styles[to] ?? plainStyle)
  if (transitions.size > styleLimit) transitions.clear()
  transitions.set(key, text)
  return text
}

function between(from: Style, to: Style): string {
  const link = from.link === to.link ? '' : linkSequence(to.link)
  if (from.foreground === to.foreground && from.background === to.background && from.flags === to.flags)
    return link
  const isPlain = to.foreground === 0 && to.background === 0 && to.flags === 0
  return link + (isPlain ? '\x1b[m' : `\x1b[${shortest(from, to)}m`)
}

function intern(style: Style): StyleId {
  const key = `${style.foreground},${style.background},${style.flags},${style.link}`
  const known = ids.get(key)
  if (known !== undefined) return known
  if (styles.length >= styleLimit && (style.foreground !== 0 || style.background !== 0 || style.link !== 0))
    return intern({ ...plainStyle, flags: style.flags })
  const id = styles.push(style) - 1
  ids.set(key, id)
  return id
}

const flagsOn = new Map([
  [1, bold],
  [2, dim],
  [3, italic],
  [4, underline],
  [7, inverse],
  [9, strike],
])
const flagsOff = new Map([
  [22, bold | dim],
  [23, italic],
  [24, underline],
  [27, inverse],
  [29, strike],
])

function applyCode(style: Style, code: number): Style {
  if (code === 0) return { ...plainStyle, link: style.link }
  const on = flagsOn.get(code)
  if (on !== undefined) return { ...style, flags: style.flags | on }
  const off = flagsOff.get(code)
  if (off !== undefined) return { ...style, flags: style.flags & ~off }
  if (code >= 30 && code <= 37) return { ...style, foreground: code - 29 }
  if (code >= 90 && code <= 97) return { ...style, foreground: code - 81 }
  if (code === 39) return { ...style, foreground: 0 }
  if (code >= 40 && code <= 47) return { ...style, background: code - 39 }
  if (code >= 100 && code <= 107) return { ...style, background: code - 91 }
  if (code === 49) return { ...style, background: 0 }
  return style
}

function extendedColour(codes: readonly number[], at: number): [colour: number | undefined, used: number] {
  if (codes[at] === 5) {
    const index = codes[at + 1] ?? 256
    return [index < 256 ? paletteStart + index : undefined, 2]
  }
  if (codes[at] !== 2) return [undefined, 0]
  const [red = 256, green = 256, blue = 256] = codes.slice(at + 1, at + 4)
  const valid = red < 256 && green < 256 && blue < 256
  return [valid ? directStart + red * 0x10000 + green * 0x100 + blue : undefined, 4]
}

function shortest(from: Style, to: Style): string {
  const gone = from.flags & ~to.flags
  const codes: (number | string)[] = []
  let kept = from.flags
  for (const [code, flags] of flagsOff) {
    if ((gone & flags) === 0) continue
    codes.push(code)
    kept &= ~flags
  }
  for (const [code, flag] of flagsOn) if ((to.flags & ~kept & flag) !== 0) codes.push(code)
  if (from.foreground !== to.foreground) codes.push(colourCode(to.foreground, 0))
  if (from.background !== to.background) codes.push(colourCode(to.background, 10))
  const change = codes.join(';')
  const whole = `0;${wholeCodes(to)}`
  return whole.length < change.length ? whole : change
}

function wholeCodes(style: Style): string {
  const codes: (number | string)[] = []
  for (const [code, flag] of flagsOn) if ((style.flags & flag) !== 0) codes.push(code)
  if (style.foreground !== 0) codes.push(colourCode(style.foreground, 0))
  if (style.background !== 0) codes.push(colourCode(style.background, 10))
  return codes.join(';')
}

function colourCode(colour: number, shift: 0 | 10): string {
  if (colour === 0) return `${39 + shift}`
  if (colour <= 8) return `${29 + shift + colour}`
  if (colour < paletteStart) return `${81 + shift + colour}`
  if (colour < directStart) return `${38 + shift};5;${colour - paletteStart}`
  const direct = colour - directStart
  return `${38 + shift};2;${direct >> 16};${(direct >> 8) & 255};${direct & 255}`
}
