import { type Colour, colourNames, contrastOf, type Rgb, rgbOf } from '../../../domain/settings/colour.ts'
import { baseGrounds, type ColourRole, type OwnTheme } from '../../../domain/settings/own-themes.ts'
import type { Look } from './line.ts'
import { type ColourDepth, type Theme, themes } from './theme.ts'

const looks = {
  accent: 'accent',
  link: 'link',
  person: 'person',
  urgent: 'urgent',
  high: 'high',
  good: 'good',
  warning: 'warning',
  heading: 'heading',
  section: 'section',
  code: 'code',
  match: 'match',
  dim: 'dim',
  quote: 'quote',
  frame: 'frame',
  frame_focused: 'frame-focused',
  rule: 'rule',
  code_keyword: 'code-keyword',
  code_text: 'code-text',
  code_number: 'code-number',
  code_name: 'code-name',
  code_comment: 'code-comment',
  code_added: 'code-added',
  code_removed: 'code-removed',
} as const satisfies Readonly<Record<Exclude<ColourRole, 'acting' | 'selected' | 'selected_elsewhere'>, Look>>

/** What has the colour of the accent in every theme, where it is given none of its own. */
const asAccent: readonly ColourRole[] = ['section', 'frame_focused', 'link', 'match', 'code']

/** A theme of the person's own, in the colours that the terminal has; with sixteen, the terminal's own are its base. */
export function ownTheme({ base, colours }: OwnTheme, depth: ColourDepth): Theme {
  const below = base === '16' || depth === 'sixteen' ? themes.colours : themes[base]
  const styles: Record<Look, string> = { ...below.styles }
  const onRow: { [look in Look]?: string } = { ...below.onRow }
  for (const [role, look] of Object.entries(looks) as [keyof typeof looks, Look][]) {
    const colour = colours[role] ?? (asAccent.includes(role) ? colours.accent : undefined)
    if (colour === undefined) continue
    styles[look] = weights(below.styles[look]) + codeOf(colour, depth, 'text')
    delete onRow[look]
  }
  const { acting, selected, selected_elsewhere: elsewhere } = colours
  if (acting !== undefined) styles.acting = `1;${textOn(acting, depth)};${codeOf(acting, depth, 'ground')}`
  return {
    ...below,
    styles,
    onRow,
    selected: grounded(below.selected, selected ?? tinted(base, colours.accent), depth),
    selectedElsewhere: grounded(below.selectedElsewhere, elsewhere, depth),
  }
}

/** How much of the accent the ground of the selected row has: its text, and the accent on it, stay legible. */
const tint = 0.34

/** The ground of the selected row where the accent alone is given. */
function tinted(base: OwnTheme['base'], accent: Colour | undefined): Colour | undefined {
  if (base === '16' || accent === undefined) return undefined
  const below = rgbOf(baseGrounds[base].ground)
  const parts = rgbOf(accent).map((part, at) => Math.round(part * tint + (below[at] ?? 0) * (1 - tint)))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** The row keeps its text colour and has another ground; an inverted row, or one with a line below it, has none. */
function grounded(below: string, colour: Colour | undefined, depth: ColourDepth): string {
  const text = /^38;5;\d+/u.exec(below)?.[0]
  return colour === undefined || text === undefined ? below : `${text};${codeOf(colour, depth, 'ground')}`
}

/** Bold and underline say what colours do not. */
function weights(codes: string): string {
  return /^(?:[14];)*/u.exec(`${codes};`)?.[0] ?? ''
}

function textOn(ground: Colour, depth: ColourDepth): string {
  const isDark = contrastOf(ground, 'black') >= contrastOf(ground, 'bright-white')
  if (depth === 'sixteen') return isDark ? '30' : '97'
  return isDark ? '38;5;16' : '38;5;231'
}

function codeOf(colour: Colour, depth: ColourDepth, part: 'text' | 'ground'): string {
  const shift = part === 'text' ? 0 : 10
  const named = colourNames.indexOf(colour)
  if (named >= 0) return ofSixteen(named, shift)
  const rgb = rgbOf(colour)
  if (depth === 'direct') return `${38 + shift};2;${rgb.join(';')}`
  if (depth === 'sixteen') return ofSixteen(nearest(rgb, colourNames.map(rgbOf)), shift)
  return `${38 + shift};5;${paletteStart + nearest(rgb, palette)}`
}

function ofSixteen(number: number, shift: number): string {
  return `${(number < 8 ? 30 : 82) + number + shift}`
}

/** The first sixteen of the 256 are the terminal's own: they may be anything. */
const paletteStart = 16
const steps = [0, 95, 135, 175, 215, 255]
const palette: readonly Rgb[] = [
  ...steps.flatMap((red) => steps.flatMap((green) => steps.map((blue): Rgb => [red, green, blue]))),
  ...Array.from({ length: 24 }, (_, at): Rgb => [8 + at * 10, 8 + at * 10, 8 + at * 10]),
]

function nearest(wanted: Rgb, among: readonly Rgb[]): number {
  const distances = among.map((one) =>
    one.reduce((sum, part, at) => sum + (part - (wanted[at] ?? 0)) ** 2, 0),
  )
  return distances.indexOf(Math.min(...distances))
}
