import type { Line, Look } from './text/line.ts'

/** SGR parameters for each look; empty is the terminal's own. */
export type Theme = {
  readonly styles: Readonly<Record<Look, string>>
  /** The selected row of the focused pane, and of the others. */
  readonly selected: string
  readonly selectedElsewhere: string
}

const mono: Theme = {
  styles: {
    plain: '',
    bold: '1',
    italic: '3',
    strike: '9',
    dim: '2',
    code: '',
    heading: '1;4',
    link: '4',
    quote: '2',
    rule: '2',
    section: '1',
    accent: '1',
    urgent: '1',
    high: '1',
    good: '',
    warning: '1',
    frame: '2',
    'frame-focused': '1',
    match: '1;4',
  },
  selected: '7',
  selectedElsewhere: '4',
}

const bare: Theme = {
  styles: {
    plain: '',
    bold: '',
    italic: '',
    strike: '',
    dim: '',
    code: '',
    heading: '',
    link: '',
    quote: '',
    rule: '',
    section: '',
    accent: '',
    urgent: '',
    high: '',
    good: '',
    warning: '',
    frame: '',
    'frame-focused': '',
    match: '',
  },
  selected: '',
  selectedElsewhere: '',
}

/** Only the sixteen colours that a terminal's own theme sets, so that dark and light both read well. */
const colours: Theme = {
  styles: {
    plain: '',
    bold: '1',
    italic: '3',
    strike: '9',
    dim: '2',
    code: '36',
    heading: '1',
    link: '4;34',
    quote: '2',
    rule: '2',
    section: '1;36',
    accent: '36',
    urgent: '1;31',
    high: '33',
    good: '32',
    warning: '33',
    frame: '90',
    'frame-focused': '36',
    match: '1;4;33',
  },
  selected: '7',
  selectedElsewhere: '1',
}

export const themes = { bare, mono, colours } as const
export type ThemeName = keyof typeof themes

/** What the terminal can show; `NO_COLOR` keeps weight and inversion, `TERM=dumb` nothing at all. */
export function themeFor(environment: {
  readonly NO_COLOR?: string | undefined
  readonly TERM?: string | undefined
}): ThemeName {
  if (environment.TERM === 'dumb') return 'bare'
  return environment.NO_COLOR ? 'mono' : 'colours'
}

/**
 * A line with the sequences of its looks. `base` lies under all of them: a selected row is inverted as a whole, and
 * only weights tell its parts apart, since inverted colours would be blocks in it.
 */
export function paint(line: Line, theme: Theme, base = ''): string {
  const known = painted.get(line)
  if (known?.theme === theme && known.base === base) return known.text
  const text = painting(line, theme, base)
  painted.set(line, { theme, base, text })
  return text
}

/** Lines live as long as what they show, and most are drawn again as they were. */
const painted = new WeakMap<Line, { readonly theme: Theme; readonly base: string; readonly text: string }>()

function painting(line: Line, theme: Theme, base: string): string {
  const styles = base === '7' ? mono.styles : theme.styles
  const pieces = line.map(({ text, style: look }) => {
    const own = styles[look]
    const code = base === '' ? own : own === '' ? base : `${base};${own}`
    return code === '' ? text : `\x1b[${code}m${text}\x1b[m`
  })
  return pieces.join('')
}
