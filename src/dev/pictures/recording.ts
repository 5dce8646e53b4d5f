import gifenc from 'gifenc'
import { pixelsOf } from '../../../test/support/png.ts'
import { svgOf } from '../../../test/support/svg.ts'
import type { Size } from '../../faces/tui/state.ts'
import { openScreen } from '../../faces/tui/terminal/screen.ts'
import { cellsOf } from './studio.ts'

/** What a screen showed, and for how long, milliseconds. */
export type Shot = { readonly frame: string; readonly lasts: number }

/** The shots as an asciicast (version 2): what a terminal is to be told, and when. */
export function castOf(shots: readonly Shot[], { columns, rows }: Size): string {
  const header = { version: 2, width: columns, height: rows, title: 'watchpost' }
  const events: [number, 'o', string][] = [[0, 'o', '\x1b[?7l']]
  let at = 0
  const screen = openScreen({
    output: { columns, rows, write: (data) => events.push([at / 1_000, 'o', data]) },
    interval: 0,
  })
  for (const { frame, lasts } of shots) {
    screen.draw(frame)
    at += lasts
  }
  screen.close()
  // What is shown last is to be seen, too.
  events.push([at / 1_000, 'o', '\x1b[?25h'])
  return [header, ...events].map((line) => `${JSON.stringify(line)}\n`).join('')
}

const colours = 48
const scale = 1

/** The shots as an animation: of each, only what is not as before. */
export async function gifOf(shots: readonly Shot[], size: Size): Promise<Uint8Array> {
  const { GIFEncoder, quantize, applyPalette } = gifenc
  const gif = GIFEncoder()
  let [before, palette]: [Uint8Array | undefined, readonly (readonly number[])[]] = [undefined, []]
  for (const { frame, lasts } of shots) {
    const { pixels, width, height } = pixelsOf(svgOf(await cellsOf(frame, size)), scale)
    if (before === undefined) palette = quantize(pixels, colours)
    const index = applyPalette(pixels, palette)
    const transparentIndex = palette.length
    const shown =
      before === undefined
        ? index
        : index.map((colour, at) => (colour === before?.[at] ? transparentIndex : colour))
    gif.writeFrame(shown, width, height, {
      ...(before === undefined ? { palette: [...palette, [0, 0, 0]] } : {}),
      delay: lasts,
      transparent: before !== undefined,
      transparentIndex,
      dispose: 1,
    })
    before = index
  }
  gif.finish()
  return gif.bytes()
}
