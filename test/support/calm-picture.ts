import type { Picture } from '../../src/dev/pictures/take.ts'
import { applySgr, sgrOf } from '../../src/faces/tui/terminal/style.ts'
import { type Theme, themes } from '../../src/faces/tui/text/theme.ts'
import type { ScreenCell } from './terminal-emulator.ts'

type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

/** The frames of a picture: corners in line with one another, and sides between them. */
export function framesOf({ cells }: Pick<Picture, 'cells'>): readonly Box[] {
  const at = (x: number, y: number): string => cells[y]?.[x]?.text ?? ''
  return cells.flatMap((line, top) =>
    line.flatMap((_, left): readonly Box[] => {
      if (at(left, top) !== '╭') return []
      const right = line.findIndex(({ text }, x) => x > left && text === '╮')
      let bottom = top + 1
      while (at(left, bottom) === '│' && at(right, bottom) === '│') bottom += 1
      const isClosed = right > left && at(left, bottom) === '╰' && at(right, bottom) === '╯'
      return isClosed ? [{ left, right, top, bottom }] : []
    }),
  )
}

/** Frames that lie in another one. What lies behind a dialog is dim, and counts for nothing. */
export function nestedIn(picture: Pick<Picture, 'cells' | 'theme'>): readonly Box[] {
  const behind = colourOf(themeOf(picture).styles.behind)
  const frames = framesOf(picture).filter(({ left, top }) => {
    const corner = picture.cells[top]?.[left]
    return corner !== undefined && told(corner) !== behind
  })
  return frames.filter((inner) =>
    frames.some(
      (outer) =>
        outer.left < inner.left &&
        inner.right < outer.right &&
        outer.top < inner.top &&
        inner.bottom < outer.bottom,
    ),
  )
}

/** The looks whose colours any screen may have, beside greys. Code in a message has its own. */
const allowed = ['accent', 'urgent', 'good', 'warning'] as const

/** The colours of a picture that are neither grey nor the accent, the alarm, or one of the two for states. */
export function strangeColours(picture: Pick<Picture, 'cells' | 'theme'>): readonly string[] {
  const { styles, onRow = {} } = themeOf(picture)
  const code = Object.entries(styles).filter(([look]) => look.startsWith('code-'))
  const known = new Set(
    [...allowed.map((look) => styles[look]), ...code.map(([, codes]) => codes), ...Object.values(onRow)].map(
      colourOf,
    ),
  )
  const cells = picture.cells.flat().filter(({ text }) => text.trim() !== '')
  return [...new Set(cells.map(told))].filter((colour) => !known.has(colour) && !isGrey(colour))
}

function themeOf({ theme }: Pick<Picture, 'theme'>): Theme {
  return themes[theme as keyof typeof themes]
}

/** A cell's colour as a theme writes it. */
function told({ foreground }: ScreenCell): string {
  if (foreground.kind === 'default') return ''
  if (foreground.kind === 'direct') return `#${foreground.rgb.toString(16)}`
  const { index } = foreground
  return index < 8 ? `${30 + index}` : index < 16 ? `${82 + index}` : `38;5;${index}`
}

function colourOf(codes: string): string {
  return sgrOf(applySgr(0, codes)).replace(/^(?:[1-9];)*/u, '')
}

function isGrey(colour: string): boolean {
  const [, number] = /^38;5;(\d+)$/u.exec(colour) ?? []
  return number === undefined
    ? ['', '30', '37', '90', '97'].includes(colour)
    : [16, 231].includes(Number(number)) || Number(number) >= 232
}
