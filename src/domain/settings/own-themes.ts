import { type Colour, colourNames, contrastOf, readColour } from './colour.ts'
import type { YamlEntry } from './yaml.ts'

const themeBases = ['dark', 'light', '16'] as const
type Base = (typeof themeBases)[number]

/** The parts that a theme colours: text, lines and backgrounds. */
const textRoles = [
  'accent',
  'link',
  'person',
  'urgent',
  'high',
  'good',
  'warning',
  'heading',
  'section',
  'code',
  'match',
  'dim',
  'quote',
  'frame_focused',
  'code_keyword',
  'code_text',
  'code_number',
  'code_name',
  'code_comment',
  'code_added',
  'code_removed',
] as const
const lineRoles = ['frame', 'rule'] as const
const rowRoles = ['selected', 'selected_elsewhere'] as const
const colourRoles = [...textRoles, ...lineRoles, ...rowRoles, 'acting'] as const
export type ColourRole = (typeof colourRoles)[number]

/** A theme of the person's own: a built-in one with other colours. */
export type OwnTheme = {
  readonly name: string
  readonly base: Base
  readonly colours: { readonly [role in ColourRole]?: Colour }
}

/** The ground of each base, as most terminals have it, and of its selected rows with their text. */
export const baseGrounds = {
  dark: { ground: '#1e1e1e', text: '#eeeeee', selected: '#005f87', selected_elsewhere: '#3a3a3a' },
  light: { ground: '#ffffff', text: '#000000', selected: '#d7d7ff', selected_elsewhere: '#e4e4e4' },
} as const satisfies Readonly<Record<Exclude<Base, '16'>, Readonly<Record<string, Colour>>>>

/** The least contrasts. The terminal decides on the sixteen colours, so only what is close to its ground is refused. */
const least = { text: 3, sixteen: 1.5, line: 1.5, onSelected: 2, behindText: 4.5, row: 1.2 } as const
/** Colours that selected rows do not show. */
const notOnRows: readonly ColourRole[] = ['dim', 'quote', 'code_comment', 'frame_focused']

type Refuse = (entry: YamlEntry, what: string, hint: string) => never

/** A block `themes:` of the settings: each entry a base and colours, by the name of the theme. */
export function readOwnThemes(
  entries: readonly YamlEntry[],
  builtIn: readonly string[],
  refuse: Refuse,
): readonly OwnTheme[] {
  return entries.map((entry) => readTheme(entry, builtIn, refuse))
}

function readTheme(entry: YamlEntry, builtIn: readonly string[], refuse: Refuse): OwnTheme {
  const name = entry.key
  const path = `themes.${name}`
  if (!/^[a-z][a-z0-9-]*$/u.test(name))
    refuse(entry, `${path}: invalid name of a theme`, 'Use small letters, digits and -, such as my-dark.')
  if (builtIn.includes(name)) refuse(entry, `${path}: ${name} is a built-in theme`, 'Choose another name.')
  const lines = entry.value.type === 'map' ? entry.value.entries : []
  const base = baseOf(entry, lines, refuse)
  const colours: { [role in ColourRole]?: Colour } = {}
  const whereSet = new Map<ColourRole, YamlEntry>()
  for (const line of lines) {
    if (line.key === 'base') continue
    const role = colourRoles.find((one) => one === line.key)
    if (role === undefined)
      return refuse(
        line,
        `unknown setting ${path}.${line.key}`,
        `The settings here are base, ${colourRoles.join(', ')}.`,
      )
    colours[role] = colourOf(line, `${path}.${role}`, refuse)
    whereSet.set(role, line)
  }
  const theme = { name, base, colours }
  for (const [role, line] of whereSet) {
    const unreadable = problemOf(theme, role)
    if (unreadable !== null)
      refuse(line, `${path}.${role} is ${colours[role]}: ${unreadable.what}`, unreadable.hint)
  }
  return theme
}

function baseOf(entry: YamlEntry, lines: readonly YamlEntry[], refuse: Refuse): Base {
  const line = lines.find(({ key }) => key === 'base')
  const allowed = `Set base: to ${themeBases.join(', ')}: its colours hold where you set none.`
  if (line === undefined) return refuse(entry, `themes.${entry.key} has no base`, allowed)
  const { value } = line
  const given = value.type === 'text' ? value.text : `a ${value.type}`
  return (
    themeBases.find((one) => one === given) ??
    refuse(line, `themes.${entry.key}.base is ${given || 'empty'}`, allowed)
  )
}

function colourOf(line: YamlEntry, path: string, refuse: Refuse): Colour {
  const { value } = line
  const given = value.type === 'text' ? value.text : `a ${value.type}`
  // A bare # begins a comment.
  if (given === '') return refuse(line, `${path} is empty`, 'Write the colour in quotes: "#5fafff".')
  return (
    readColour(given) ??
    refuse(
      line,
      `${path} is ${given}`,
      `It must be a colour such as "#5fafff", or one of ${colourNames.join(', ')}.`,
    )
  )
}

type Problem = { readonly what: string; readonly hint: string }
type Limit = {
  readonly on: string
  readonly other: Colour
  readonly least: number
  readonly remedy: 'lighter' | 'darker'
}

/** The reason why a colour is illegible, if it is. The background of the base `16` is unknown. */
function problemOf({ base, colours }: OwnTheme, role: ColourRole): Problem | null {
  const colour = colours[role]
  if (colour === undefined || role === 'acting') return null
  if (base === '16')
    return (rowRoles as readonly string[]).includes(role)
      ? { what: 'the base 16 inverts the selected row', hint: 'Set base: to dark or light, or leave it out.' }
      : null
  const wrong = limitsOf(base, colours, role, colour).find(
    ({ other, least }) => contrastOf(colour, other) < least,
  )
  if (wrong === undefined) return null
  const contrast = Math.floor(contrastOf(colour, wrong.other) * 10) / 10
  return {
    what: `its contrast with ${wrong.on} (${wrong.other}) is ${contrast}`,
    hint: `It must be at least ${wrong.least}. Choose a ${wrong.remedy} colour.`,
  }
}

function limitsOf(
  base: Exclude<Base, '16'>,
  colours: OwnTheme['colours'],
  role: ColourRole,
  colour: Colour,
): readonly Limit[] {
  const { ground, text, ...rows } = baseGrounds[base]
  const on = `the ${base} background`
  const [towards, away] =
    base === 'dark' ? (['darker', 'lighter'] as const) : (['lighter', 'darker'] as const)
  if (role === 'selected' || role === 'selected_elsewhere')
    return [
      { on: 'the text of the row', other: text, least: least.behindText, remedy: towards },
      { on, other: ground, least: least.row, remedy: away },
    ]
  if (role === 'frame' || role === 'rule') return [{ on, other: ground, least: least.line, remedy: away }]
  // A colour of the terminal's own is as readable there as the terminal makes it.
  if (!colour.startsWith('#')) return [{ on, other: ground, least: least.sixteen, remedy: away }]
  const below = notOnRows.includes(role)
    ? []
    : rowRoles.map(
        (row): Limit => ({
          on: `rows that are ${row}`,
          other: colours[row] ?? rows[row],
          least: least.onSelected,
          remedy: away,
        }),
      )
  return [{ on, other: ground, least: least.text, remedy: away }, ...below]
}
