import { fileURLToPath } from 'node:url'
import { Resvg } from '@resvg/resvg-js'

const fonts = fileURLToPath(new URL('../../node_modules/dejavu-fonts-ttf/ttf/', import.meta.url))
const faces = [
  'DejaVuSansMono',
  'DejaVuSansMono-Bold',
  'DejaVuSansMono-Oblique',
  'DejaVuSansMono-BoldOblique',
  'DejaVuSans',
]

/** The same picture on every machine: no font of the system's takes part. */
export function pngOf(svg: string, scale = 1.5): Buffer {
  return drawn(svg, scale).asPng()
}

/** Red, green, blue and opacity of each point, row by row. */
export function pixelsOf(svg: string, scale: number) {
  const picture = drawn(svg, scale)
  return { pixels: new Uint8Array(picture.pixels), width: picture.width, height: picture.height }
}

function drawn(svg: string, scale: number) {
  const picture = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: scale },
    font: {
      loadSystemFonts: false,
      fontFiles: faces.map((face) => `${fonts}${face}.ttf`),
      defaultFontFamily: 'DejaVu Sans Mono',
    },
  })
  return picture.render()
}
