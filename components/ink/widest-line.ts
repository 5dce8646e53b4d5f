import { rowsOf } from '../../src/faces/tui/terminal/frame.ts'

/**
 * Replaces the package of the same name in the bundle. Ink asks for the width of every text in every frame, and half of
 * a frame went into segmenting the same lines again; here they are parsed once, as the output needs them.
 */
// biome-ignore lint/style/noDefaultExport: the package it replaces has one
export default function widestLine(text: string): number {
  let widest = 0
  for (const { glyphs } of rowsOf(text)) widest = Math.max(widest, glyphs.length)
  return widest
}
