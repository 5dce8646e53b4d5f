import { createHash } from 'node:crypto'
import { type Ground, svgOf } from '../../../test/support/svg.ts'
import type { ScreenCell } from '../../../test/support/terminal-emulator.ts'
import type { OwnTheme } from '../../domain/settings/own-themes.ts'
import type { ThemeChoice } from '../../faces/tui/text/theme.ts'
import { type Scene, usualThemes } from './scene.ts'
import { cellsOf, openStudio } from './studio.ts'

const sizes = [
  { columns: 200, rows: 50 },
  { columns: 120, rows: 30 },
  { columns: 80, rows: 24 },
  { columns: 50, rows: 20 },
] as const
/** A scene is played where all is to be seen: what is loaded then is enough for every other size. */
const [played, usual] = sizes

export type Picture = {
  readonly columns: number
  readonly rows: number
  readonly theme: ThemeChoice
  readonly ground: Ground
  readonly text: string
  readonly svg: string
  readonly cells: readonly (readonly ScreenCell[])[]
}

/** Plays a scene: its pictures in every size and theme. */
export async function take({
  play,
  name,
  themes = usualThemes,
  ...options
}: Scene): Promise<readonly Picture[]> {
  const desk = await openStudio({ ...options, size: played })
  try {
    await play(desk)
    await desk.settled()
    const pictures: Picture[] = []
    for (const size of sizes)
      for (const theme of themes) {
        const cells = await cellsOf(desk.frame(size, theme), size)
        for (const ground of groundsOf(theme, options.ownThemes))
          pictures.push({ ...size, theme, ground, ...pictureOf(cells, ground) })
      }
    return pictures
  } catch (error) {
    throw new Error(`The scene ${name} went another way.`, { cause: error })
  } finally {
    await desk.close()
  }
}

/** The grounds that a theme is for. A terminal that shows its own sixteen colours may have either. */
function groundsOf(theme: ThemeChoice, own: readonly OwnTheme[] = []): readonly Ground[] {
  if (theme === 'colours') return ['dark', 'light']
  const isLight = own.some(({ name, base }) => base === 'light' && theme === `own:${name}`)
  return [theme === 'light' || isLight ? 'light' : 'dark']
}

function pictureOf(
  cells: readonly (readonly ScreenCell[])[],
  ground: Ground,
): Pick<Picture, 'text' | 'svg' | 'cells'> {
  const text = cells
    .map((row) =>
      row
        .map((cell) => cell.text)
        .join('')
        .trimEnd(),
    )
    .join('\n')
  return { text, svg: svgOf(cells, ground), cells }
}

/** What is kept of a scene, by the name of its file. */
export function kept(name: string, pictures: readonly Picture[]): Readonly<Record<string, string>> {
  const shown = pictureIn(pictures, usual.columns)
  return { [`${name}.svg`]: shown.svg, [`${name}.txt`]: transcript(pictures) }
}

/** The picture that is so wide, in the first theme. */
export function pictureIn(pictures: readonly Picture[], columns: number): Picture {
  const found = pictures.find((picture) => picture.columns === columns)
  if (found === undefined) throw new Error(`No picture is ${columns} columns wide`)
  return found
}

/** Each size's text, under a digest of its picture in every theme: all that is needed to see that one changed. */
function transcript(pictures: readonly Picture[]): string {
  const parts = sizes.map(({ columns, rows }) => {
    const own = pictures.filter((picture) => picture.columns === columns)
    const digests = own.map(({ theme, ground, svg }) => {
      const name = theme === 'colours' && ground === 'light' ? 'colours on light' : theme
      return `${name} ${digest(svg)}`
    })
    return `${columns}×${rows} · ${digests.join(' · ')}\n${own[0]?.text ?? ''}\n`
  })
  return parts.join('\n')
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
