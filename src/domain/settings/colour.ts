/** The terminal's own sixteen colours by their numbers, each as xterm shows it: what it really is, the terminal decides. */
const sixteen = {
  black: '#000000',
  red: '#cd0000',
  green: '#00cd00',
  yellow: '#cdcd00',
  blue: '#0000ee',
  magenta: '#cd00cd',
  cyan: '#00cdcd',
  white: '#e5e5e5',
  'bright-black': '#7f7f7f',
  'bright-red': '#ff0000',
  'bright-green': '#00ff00',
  'bright-yellow': '#ffff00',
  'bright-blue': '#5c5cff',
  'bright-magenta': '#ff00ff',
  'bright-cyan': '#00ffff',
  'bright-white': '#ffffff',
} as const
type ColourName = keyof typeof sixteen
/** `#rrggbb`, or the name of one of the sixteen. */
export type Colour = `#${string}` | ColourName
export const colourNames = Object.keys(sixteen) as readonly Colour[]

export function readColour(text: string): Colour | null {
  const lower = text.toLowerCase()
  if (/^#[0-9a-f]{6}$/u.test(lower)) return lower as `#${string}`
  return colourNames.find((name) => name === lower) ?? null
}

export type Rgb = readonly [red: number, green: number, blue: number]

export function rgbOf(colour: Colour): Rgb {
  const hex = colour.startsWith('#') ? colour : sixteen[colour as ColourName]
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16)
  return [part(1), part(3), part(5)]
}

/** The contrast of two colours by WCAG: 1 for equal ones, 21 for black and white. */
export function contrastOf(one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((first, second) => second - first)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = rgbOf(colour).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
