import { describe, expect, it } from 'vitest'
import { contrastOf } from '../../../src/domain/settings/colour.ts'
import { baseGrounds, type OwnTheme } from '../../../src/domain/settings/own-themes.ts'
import { applySgr } from '../../../src/faces/tui/terminal/style.ts'
import { type Look, word } from '../../../src/faces/tui/text/line.ts'
import { ownTheme } from '../../../src/faces/tui/text/own-theme.ts'
import { paint } from '../../../src/faces/tui/text/paint.ts'
import { depthOf, themeFor, themes } from '../../../src/faces/tui/text/theme.ts'

const coloured = Object.entries(themes).filter(([name]) => name !== 'bare')

describe.each(coloured)('the theme %s', (_, { styles, selected, selectedElsewhere }) => {
  it('tells the current row of another pane from the focused one, and both from unread mail', () => {
    const plain = applySgr(0, '')
    const unread = applySgr(0, styles.bold)
    const looks = [plain, unread, applySgr(0, selected), applySgr(0, selectedElsewhere)]
    expect(new Set(looks).size).toBe(looks.length)
  })

  it('gives weight to what is unread, not to names', () => {
    expect(styles.person.split(';')).not.toContain('1')
  })
})

/** The colours of a look, without its weights. */
const hueOf = (codes: string) => codes.replace(/^(?:[1-9](?:;|$))*/u, '')

describe.each(['dark', 'light', 'between', 'colours', 'contrast'] as const)('the theme %s', (name) => {
  const { styles } = themes[name]
  const hue = (role: keyof typeof styles) => hueOf(styles[role])

  it('has one accent, one alarm colour, and two more for states alone', () => {
    const accent = ['section', 'frame-focused', 'link', 'match', 'code'] as const
    expect(accent.map(hue)).toEqual(accent.map(() => hue('accent')))
    expect(new Set(['accent', 'urgent', 'good', 'warning'].map((role) => hue(role as 'accent'))).size).toBe(4)
    const bare = ['plain', 'bold', 'italic', 'strike', 'person', 'high', 'heading'] as const
    expect(bare.map(hue)).toEqual(bare.map(() => ''))
  })

  it('acts for others on the ground of the alarm', () => {
    const ground = /[0-9;]*?(48;5;\d+|4[0-7]|10[0-7])$/u.exec(styles.acting)?.[1] ?? ''
    const number = Number(hue('urgent').split(';').at(-1))
    expect(ground).toBe(hue('urgent').includes(';') ? `48;5;${number}` : `${number + 10}`)
  })

  it('is weaker behind a dialog than in it', () => {
    if (name !== 'contrast') expect(hue('behind')).toBe(hue('frame'))
    expect(hueOf(styles.behind)).not.toBe(hue('frame-focused'))
  })
})

describe("a theme of the person's own", () => {
  const night: OwnTheme = {
    name: 'night',
    base: 'dark',
    colours: {
      accent: '#5fb0ff',
      urgent: '#ff5555',
      link: 'bright-cyan',
      dim: '#8a8a8a',
      frame_focused: '#ffcc00',
      code_keyword: '#ff79c6',
      selected: '#303050',
      acting: '#ffcc00',
    },
  }

  it('has its own colours and the weights of its base, as exact as the terminal shows them', () => {
    const { styles, selected, selectedElsewhere } = ownTheme(night, 'direct')
    expect(styles).toEqual({
      ...themes.dark.styles,
      accent: '38;2;95;176;255',
      section: '1;38;2;95;176;255',
      code: '38;2;95;176;255',
      match: '1;4;38;2;95;176;255',
      urgent: '1;38;2;255;85;85',
      link: '4;96',
      dim: '38;2;138;138;138',
      'frame-focused': '38;2;255;204;0',
      'code-keyword': '38;2;255;121;198',
      acting: '1;38;5;16;48;2;255;204;0',
    })
    expect(selected).toBe('38;5;255;48;2;48;48;80')
    expect(selectedElsewhere).toBe(themes.dark.selectedElsewhere)
  })

  it('takes the nearest of 256 colours, and never those that the terminal sets', () => {
    const { styles, selected } = ownTheme(night, 'many')
    expect(styles).toMatchObject({ accent: '38;5;75', urgent: '1;38;5;203', link: '4;96', dim: '38;5;245' })
    expect(selected).toBe('38;5;255;48;5;237')
  })

  it('takes the nearest of sixteen on the theme for sixteen, and inverts the selected row', () => {
    const { styles, selected, selectedElsewhere } = ownTheme(night, 'sixteen')
    const { colours } = themes
    expect(styles).toMatchObject({ urgent: '1;91', link: '4;96', dim: '90', acting: '1;30;43' })
    expect({ selected, selectedElsewhere, code: styles.code }).toEqual({
      selected: colours.selected,
      selectedElsewhere: colours.selectedElsewhere,
      code: styles.accent,
    })
  })

  it('stands on the sixteen colours where it wishes so', () => {
    const { styles } = ownTheme({ name: 'x', base: '16', colours: { dim: '#808080' } }, 'direct')
    const accented = ownTheme({ name: 'x', base: 'dark', colours: { accent: '#ff0000' } }, 'direct').styles
    expect(accented).toMatchObject({
      accent: '38;2;255;0;0',
      'frame-focused': '38;2;255;0;0',
      section: '1;38;2;255;0;0',
      link: '4;38;2;255;0;0',
      match: '1;4;38;2;255;0;0',
      code: '38;2;255;0;0',
    })
    expect(styles).toEqual({ ...themes.colours.styles, dim: '38;2;128;128;128' })
  })

  it.each<[OwnTheme['base'], OwnTheme['colours'], string]>([
    ['dark', { accent: '#ff8700' }, '38;5;255;48;2;107;66;20'],
    ['light', { accent: '#af3a03' }, '38;5;16;48;2;228;188;169'],
    ['dark', { accent: '#ff8700', selected: '#303050' }, '38;5;255;48;2;48;48;80'],
    ['dark', { urgent: '#ff0000' }, themes.dark.selected],
    ['16', { accent: '#ff8700' }, '7'],
  ])('of the base %s with %j tints the selected row', (base, colours, selected) => {
    expect(ownTheme({ name: 'x', base, colours }, 'direct').selected).toBe(selected)
  })

  it.each(['dark', 'light'] as const)('keeps the selected row of %s legible with any accent', (base) => {
    for (const part of ['00', '80', 'ff'])
      for (const other of ['00', '80', 'ff']) {
        const accent = `#${part}${other}${part}` as const
        const { selected } = ownTheme({ name: 'x', base, colours: { accent } }, 'direct')
        const parts = selected
          .split(';')
          .slice(-3)
          .map((one) => Number(one).toString(16).padStart(2, '0'))
        expect(contrastOf(`#${parts.join('')}`, baseGrounds[base].text)).toBeGreaterThanOrEqual(4.5)
      }
  })

  it('is what the settings choose, unless something stronger does', () => {
    expect(themeFor({ theme: 'night', TERM: 'xterm' })).toEqual({ theme: 'own:night', asks: false })
    expect(themeFor({ theme: 'constructor' }).theme).toBe('own:constructor')
    expect(themeFor({ theme: 'night', flag: 'light' }).theme).toBe('light')
    expect(themeFor({ theme: 'night', NO_COLOR: '1' }).theme).toBe('mono')
  })
})

it.each([
  [{ TERM: 'xterm-256color', COLORTERM: 'truecolor' }, 'direct'],
  [{ TERM: 'xterm-kitty' }, 'direct'],
  [{ TERM: 'tmux-256color' }, 'many'],
  [{ TERM: 'screen-256color' }, 'many'],
  [{ TERM: 'tmux' }, 'many'],
  [{ TERM: 'screen', inTmux: true }, 'many'],
  [{ TERM: 'xterm', inTmux: true }, 'many'],
  [{ TERM: 'tmux-256color', COLORTERM: 'truecolor', inTmux: true }, 'direct'],
  [{ TERM: 'screen' }, 'sixteen'],
  [{ TERM: 'linux' }, 'sixteen'],
  [{}, 'sixteen'],
])('a terminal with %j has %s colours', (environment, depth) => {
  expect(depthOf(environment)).toBe(depth)
})

function hexOf(code: string | undefined): `#${string}` {
  const number = Number(code) - 16
  const steps = [0, 95, 135, 175, 215, 255]
  const grey = 8 + (number - 216) * 10
  const parts =
    number < 216
      ? [Math.floor(number / 36), Math.floor(number / 6) % 6, number % 6].map((part) => steps[part] ?? 0)
      : [grey, grey, grey]
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

it.each(Object.entries(themes.between.styles).filter(([, codes]) => /(?:^|;)38;5;/u.test(codes)))(
  '%s reads on a dark and on a light background',
  (_, codes) => {
    const colour = hexOf(/38;5;(\d+)/u.exec(codes)?.[1])
    const ground = hexOf(/48;5;(\d+)/u.exec(codes)?.[1] ?? '')
    const grounds = codes.includes('48;5;') ? [ground] : (['#000000', '#ffffff', '#1e1e1e'] as const)
    for (const one of grounds) expect(contrastOf(colour, one)).toBeGreaterThan(3)
  },
)

/** The grounds that own colours are measured on are those of the built-in themes. */
describe.each(['dark', 'light'] as const)('on the base %s', (base) => {
  it.each(['selected', 'selectedElsewhere'] as const)('the ground of %s is known', (row) => {
    const [, text, ground] = /^38;5;(\d+);48;5;(\d+)$/u.exec(themes[base][row]) ?? []
    const known = baseGrounds[base]
    expect(hexOf(text)).toBe(known.text)
    expect(hexOf(ground)).toBe(row === 'selected' ? known.selected : known.selected_elsewhere)
  })

  /** The looks of text, without lines and what lies behind a dialog. */
  const texts = Object.entries(themes[base].styles).filter(
    ([look, codes]) =>
      /(?:^|;)38;5;/u.test(codes) && !['rule', 'frame', 'frame-focused', 'behind', 'acting'].includes(look),
  )

  it.each(texts)('%s can be read as text, on selected rows, too', (look, codes) => {
    const { ground, selected, selected_elsewhere: elsewhere } = baseGrounds[base]
    const colour = (code: string) => hexOf(/38;5;(\d+)/u.exec(code)?.[1])
    expect(contrastOf(colour(codes), ground)).toBeGreaterThanOrEqual(4.5)
    for (const [row, on] of [
      [themes[base].selected, selected],
      [themes[base].selectedElsewhere, elsewhere],
    ] as const) {
      const painted = paint([word('x', look as Look)], themes[base], row)
      // The last colour of a text is the one that it has.
      const [last] = [...painted.matchAll(/38;5;(\d+)/gu)].map(([code]) => code).slice(-1)
      expect(contrastOf(colour(last ?? ''), on), row).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('its own accents pass what is asked of others', () => {
    const { accent, link, urgent, good, warning } = themes[base].styles
    for (const codes of [accent, link, urgent, good, warning]) {
      const colour = hexOf(/38;5;(\d+)/u.exec(codes)?.[1])
      expect(contrastOf(colour, baseGrounds[base].ground)).toBeGreaterThan(3)
      expect(contrastOf(colour, baseGrounds[base].selected)).toBeGreaterThan(2)
    }
  })
})
