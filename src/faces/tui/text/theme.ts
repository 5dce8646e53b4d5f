import type { ScreenSettings, themeWords } from '../../../domain/settings/settings.ts'
import type { CodeLook } from './body-span.ts'
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

/** The parts of code, in this order. */
function codeLooks(
  ...codes: readonly [string, string, string, string, string, string, string]
): Pick<Theme['styles'], CodeLook> {
  const [keyword, text, number, name, comment, added, removed] = codes
  return {
    'code-keyword': keyword,
    'code-text': text,
    'code-number': number,
    'code-name': name,
    'code-comment': comment,
    'code-added': added,
    'code-removed': removed,
  }
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
    ...codeLooks('1', '', '', '1', '2', '', '2'),
  },
  selected: '7',
  selectedElsewhere: '4',
  colourless: true,
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
    person: '',
    urgent: '',
    high: '',
    good: '',
    warning: '',
    acting: '',
    frame: '',
    'frame-focused': '',
    behind: '',
    match: '',
    ...codeLooks('', '', '', '', '', '', ''),
  },
  selected: '',
  selectedElsewhere: '',
  colourless: true,
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
    link: '4;36',
    quote: '2',
    rule: '2',
    section: '1;36',
    accent: '36',
    person: '',
    urgent: '1;31',
    high: '1',
    good: '32',
    warning: '33',
    acting: '1;37;41',
    frame: '90',
    'frame-focused': '36',
    behind: '90',
    match: '1;4;36',
    ...codeLooks('35', '32', '33', '34', '2', '32', '31'),
  },
  selected: '7',
  selectedElsewhere: '4',
}

const palette = (
  of: Omit<Record<Look, string>, 'plain' | 'bold' | 'italic' | 'strike'>,
): Theme['styles'] => ({
  plain: '',
  bold: '1',
  italic: '3',
  strike: '9',
  ...of,
})
const c = (colour: number): string => `38;5;${colour}`

const dark: Theme = {
  styles: palette({
    ...{
      match: `1;4;${c(117)}`,
      dim: c(245),
      code: c(117),
      heading: '1',
      link: `4;${c(117)}`,
      quote: c(248),
      rule: c(240),
    },
    ...{
      section: `1;${c(117)}`,
      accent: c(117),
      person: '',
      urgent: `1;${c(210)}`,
      high: '1',
      good: c(114),
    },
    ...{ warning: c(215), acting: '1;38;5;16;48;5;210', frame: c(240), 'frame-focused': c(117) },
    behind: c(240),
    ...codeLooks(c(183), c(150), c(221), c(117), c(245), c(114), c(210)),
  }),
  selected: '38;5;255;48;5;24',
  selectedElsewhere: '38;5;255;48;5;237',
  onRow: {
    ...{ accent: c(153), code: c(153), section: `1;${c(153)}`, link: `4;${c(153)}`, match: `1;4;${c(153)}` },
    ...{ urgent: `1;${c(224)}`, good: c(157), warning: c(222) },
    ...{ 'code-keyword': c(189), 'code-text': c(157), 'code-name': c(153) },
    ...{ 'code-added': c(157), 'code-removed': c(224) },
  },
}

const light: Theme = {
  styles: palette({
    ...{
      match: `1;4;${c(25)}`,
      dim: c(242),
      code: c(25),
      heading: '1',
      link: `4;${c(25)}`,
      quote: c(240),
      rule: c(248),
    },
    ...{
      section: `1;${c(25)}`,
      accent: c(25),
      person: '',
      urgent: `1;${c(124)}`,
      high: '1',
      good: c(28),
    },
    ...{ warning: c(130), acting: '1;38;5;231;48;5;124', frame: c(248), 'frame-focused': c(25) },
    behind: c(248),
    ...codeLooks(c(90), c(28), c(130), c(25), c(242), c(28), c(124)),
  }),
  selected: '38;5;16;48;5;189',
  selectedElsewhere: '38;5;16;48;5;254',
  onRow: {
    ...{ good: c(22), warning: c(58) },
    ...{ 'code-text': c(22), 'code-number': c(58), 'code-added': c(22) },
  },
}

/** Of 256 colours those that read on a dark and on a light background, for a terminal that does not say which it has. */
const between: Theme = {
  styles: palette({
    ...{
      match: `1;4;${c(32)}`,
      dim: c(244),
      code: c(32),
      heading: '1',
      link: `4;${c(32)}`,
      quote: c(244),
      rule: c(244),
    },
    ...{
      section: `1;${c(32)}`,
      accent: c(32),
      person: '',
      urgent: `1;${c(161)}`,
      high: '1',
      good: c(64),
    },
    ...{ warning: c(136), acting: '1;38;5;16;48;5;161', frame: c(244), 'frame-focused': c(32) },
    behind: c(244),
    ...codeLooks(c(134), c(64), c(136), c(32), c(244), c(64), c(161)),
  }),
  selected: '7',
  selectedElsewhere: '4',
}

/** Nothing is dim, and the selected row is inverted. */
const contrast: Theme = {
  styles: palette({
    ...{ match: '1;4;96', dim: '', code: '1;96', heading: '1;4', link: '1;4;96', quote: '', rule: '' },
    ...{ section: '1;96', accent: '1;96', person: '', urgent: '1;91', high: '1', good: '1;92' },
    ...{ warning: '1;93', acting: '1;30;101', frame: '', 'frame-focused': '1;96' },
    behind: '',
    ...codeLooks('1;95', '1;92', '1;93', '1;96', '', '1;92', '1;91'),
  }),
  selected: '7',
  selectedElsewhere: '4',
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
