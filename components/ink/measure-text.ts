import { rowsOf } from '../../src/faces/tui/terminal/frame.ts'
import widestLine from './widest-line.ts'

/** Replaces Ink's own module in the bundle, which remembers every text that was ever drawn, for good. */
// biome-ignore lint/style/noDefaultExport: the module it replaces has one
export default function measureText(text: string): { readonly width: number; readonly height: number } {
  return text === '' ? { width: 0, height: 0 } : { width: widestLine(text), height: rowsOf(text).length }
}
