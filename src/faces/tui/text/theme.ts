import type { ScreenSettings, themeWords } from '../../../domain/settings/terminal-settings.ts'
import type { Look } from './line.ts'

/**
 * SGR parameters for each look; empty is the terminal's own. A built-in theme has one colour for what has the focus (`accent`), one for
 * alarms (`urgent`), and two for states (`good`, `warning`), which one column of a table has. Code in a message has colours of its own.
 */
export type Theme = {
  readonly styles: Readonly<Record<Look, string>>
  /** The selected row of the focused pane, and of the others: readable alone, whatever the terminal's own colours. */
  readonly selected: string
  readonly selectedElsewhere: string
  /** The colours of looks that are hard to read on the ground of such a row. */
  readonly onRow?: { readonly [look in Look]?: string }
  /** The terminal shows links (OSC 8). */
  readonly links?: boolean
  /** No colours are wanted, or none are to be had. */
  readonly colourless?: boolean
}

/** A selected row that needs no colour: inverted, and with a line below it in the other panes. */
const inverted = { selected: '7', selectedElsewhere: '4' }

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
    person: '',
    urgent: '1',
    high: '1',
    good: '',
    warning: '1',
    acting: '7;1',
    frame: '2',
    'frame-focused': '1',
    behind: '2',
    match: '1;4',
    'code-keyword': '1',
    'code-text': '',
    'code-number': '',
    'code-name': '1',
    'code-comment': '2',
    'code-added': '',
    'code-removed': '2',
  },
  ...inverted,
  colourless: true,
}

/** Not even weight. */
const bare: Theme = {
  styles: Object.fromEntries(Object.keys(mono.styles).map((look) => [look, ''])) as Theme['styles'],
  selected: '',
  selectedElsewhere: '',
  colourless: true,
}

/** The colours that a theme is made of, as SGR parameters. */
type Hues = {
  readonly accent: string
  readonly alarm: string
  readonly good: string
  readonly warning: string
  readonly dim: string
  readonly quote?: string
  /** Frames and rules. */
  readonly faint: string
  readonly keyword: string
  readonly text?: string
  readonly number?: string
  /** The ground of what says that one acts as somebody else, and the text on it. */
  readonly acting: string
  /** What is coloured is bold, too. */
  readonly strong?: true
}

function stylesOf(hues: Hues): Theme['styles'] {
  const { accent, dim, faint } = hues
  const weight = hues.strong ? '1;' : ''
  const focus = `${weight}${accent}`
  const good = `${weight}${hues.good}`
  const warning = `${weight}${hues.warning}`
  return {
    plain: '',
    bold: '1',
    italic: '3',
    strike: '9',
    dim,
    code: focus,
    heading: '1',
    link: `${weight}4;${accent}`,
    quote: hues.quote ?? dim,
    rule: faint,
    section: `1;${accent}`,
    accent: focus,
    person: '',
    urgent: `1;${hues.alarm}`,
    high: '1',
    good,
    warning,
    acting: `1;${hues.acting}`,
    frame: faint,
    'frame-focused': focus,
    behind: faint,
    match: `1;4;${accent}`,
    'code-keyword': `${weight}${hues.keyword}`,
    'code-text': hues.text ?? good,
    'code-number': hues.number ?? warning,
    'code-name': focus,
    'code-comment': dim,
    'code-added': good,
    'code-removed': `${weight}${hues.alarm}`,
  }
}

/** One of the 256 colours. */
const c = (colour: number): string => `38;5;${colour}`

/** Only the sixteen colours that a terminal's own theme sets, so that dark and light both read well. */
const sixteen = { accent: '36', alarm: '31', good: '32', warning: '33', keyword: '35', acting: '37;41' }
const colours: Theme = {
  styles: { ...stylesOf({ ...sixteen, dim: '2', faint: '90' }), rule: '2', 'code-name': '34' },
  ...inverted,
}

const dark: Theme = {
  styles: stylesOf({
    accent: c(117),
    alarm: c(210),
    good: c(114),
    warning: c(215),
    dim: c(245),
    quote: c(248),
    faint: c(240),
    keyword: c(183),
    text: c(150),
    number: c(221),
    acting: '38;5;16;48;5;210',
  }),
  selected: '38;5;255;48;5;24',
  selectedElsewhere: '38;5;255;48;5;237',
  onRow: {
    accent: c(153),
    code: c(153),
    section: `1;${c(153)}`,
    link: `4;${c(153)}`,
    match: `1;4;${c(153)}`,
    urgent: `1;${c(224)}`,
    good: c(157),
    warning: c(222),
    'code-keyword': c(189),
    'code-text': c(157),
    'code-name': c(153),
    'code-added': c(157),
    'code-removed': c(224),
  },
}

const light: Theme = {
  styles: stylesOf({
    accent: c(25),
    alarm: c(124),
    good: c(28),
    warning: c(130),
    dim: c(242),
    quote: c(240),
    faint: c(248),
    keyword: c(90),
    acting: '38;5;231;48;5;124',
  }),
  selected: '38;5;16;48;5;189',
  selectedElsewhere: '38;5;16;48;5;254',
  onRow: {
    good: c(22),
    warning: c(58),
    'code-text': c(22),
    'code-number': c(58),
    'code-added': c(22),
  },
}

/** Of 256 colours those that read on a dark and on a light background, for a terminal that does not say which it has. */
const between: Theme = {
  styles: stylesOf({
    accent: c(32),
    alarm: c(161),
    good: c(64),
    warning: c(136),
    dim: c(244),
    faint: c(244),
    keyword: c(134),
    acting: '38;5;16;48;5;161',
  }),
  ...inverted,
}

/** Nothing is dim, and the selected row is inverted. */
const bright = { accent: '96', alarm: '91', good: '92', warning: '93', keyword: '95', acting: '30;101' }
const contrast: Theme = {
  styles: { ...stylesOf({ ...bright, dim: '', faint: '', strong: true }), heading: '1;4' },
  ...inverted,
}

export const themes = { bare, mono, colours, between, dark, light, contrast } as const
export type ThemeName = keyof typeof themes

/** A built-in theme, or one of the person's own by its name. */
export type ThemeChoice = ThemeName | `own:${string}`

const byWord: Readonly<Record<(typeof themeWords)[number], ThemeName>> = {
  dark: 'dark',
  light: 'light',
  'high-contrast': 'contrast',
  '16-colours': 'colours',
}

/** The theme that a person calls so. */
export function themeNamed(word: string): ThemeChoice {
  return Object.hasOwn(byWord, word) ? byWord[word as keyof typeof byWord] : `own:${word}`
}

export type ThemeEnvironment = {
  readonly NO_COLOR?: string | undefined
  readonly TERM?: string | undefined
  readonly COLORTERM?: string | undefined
  /** tmux draws: it takes 256 colours, and shows the nearest that its own terminal has, whatever `TERM` says in it. */
  readonly inTmux?: boolean
  /** `foreground;background` by their numbers among the sixteen colours. */
  readonly COLORFGBG?: string | undefined
  /** `theme:` of the settings. */
  readonly theme?: ScreenSettings['theme']
  /** `--theme`: stronger than `NO_COLOR`, which the user may have set for other programs. */
  readonly flag?: ScreenSettings['theme']
}

/**
 * The theme to open with: the chosen one, weight and inversion alone for `NO_COLOR`, nothing for `TERM=dumb`. A terminal with
 * 256 colours is asked for its background (`asks`), and gets the dark or light theme by it; without an answer it keeps
 * the colours that suit both. On any other terminal its own sixteen do.
 */
export function themeFor(environment: ThemeEnvironment): {
  readonly theme: ThemeChoice
  readonly asks: boolean
} {
  const { TERM, NO_COLOR, flag, theme } = environment
  if (TERM === 'dumb') return { theme: 'bare', asks: false }
  if (flag) return { theme: themeNamed(flag), asks: false }
  if (NO_COLOR) return { theme: 'mono', asks: false }
  if (theme) return { theme: themeNamed(theme), asks: false }
  if (depthOf(environment) === 'sixteen') return { theme: 'colours', asks: false }
  return { theme: groundTheme(environment.COLORFGBG), asks: true }
}

/** How many colours a terminal has: any, 256, or sixteen. */
export type ColourDepth = 'direct' | 'many' | 'sixteen'

export function depthOf({ TERM = '', COLORTERM = '', inTmux = false }: ThemeEnvironment): ColourDepth {
  if (/^(?:truecolor|24bit)$/iu.test(COLORTERM)) return 'direct'
  if (/direct|kitty|alacritty|ghostty|wezterm|foot/u.test(TERM)) return 'direct'
  return inTmux || /256color|^tmux/u.test(TERM) ? 'many' : 'sixteen'
}

const lightGrounds = ['7', '15']

function groundTheme(variable = ''): ThemeName {
  const ground = /;(\d{1,2})$/u.exec(variable)?.[1]
  if (ground === undefined) return 'between'
  return lightGrounds.includes(ground) ? 'light' : 'dark'
}
