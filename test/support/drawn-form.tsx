import { Composer } from '../../components/Composer.tsx'
import { mount } from '../../components/ink/mount.tsx'
import type { FormState } from '../../src/faces/tui/model/form.ts'
import { parseFrame, type Row } from '../../src/faces/tui/terminal/frame.ts'
import { applySgr } from '../../src/faces/tui/terminal/style.ts'

type Size = { readonly columns: number; readonly rows: number }

/** The rows of a form as the program draws it in so many columns and rows. */
export function drawnForm(form: FormState, size: Size): readonly string[] {
  return rowsOf(form, size).map(({ glyphs, end }) => glyphs.slice(0, end).join(''))
}

/** The character under the caret of a form, or `null` if it has none. */
export function caretIn(form: FormState, size: Size): string | null {
  const carets = [applySgr(0, '7'), applySgr(0, '7;2')]
  for (const { glyphs, styles } of rowsOf(form, size)) {
    const x = styles.findIndex((style) => carets.includes(style))
    if (x >= 0) return glyphs[x] ?? ''
  }
  return null
}

function rowsOf(form: FormState, size: Size): readonly Row[] {
  let frame = ''
  const screen = { ...size, draw: (drawn: string) => void (frame = drawn) }
  mount(<Composer form={form} room={size} />, screen).unmount()
  return parseFrame(frame)
}
