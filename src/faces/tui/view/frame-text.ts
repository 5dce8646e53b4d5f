import { plain } from '../../../domain/sanitize.ts'
import { lineText } from '../text/line.ts'
import { joined, pad } from '../text/text.ts'
import type { AppView } from './view-model.ts'

/** A view as bare text, line by line: for where there is no terminal, and for tests. */
export function frameText(view: AppView): string {
  if (view.type === 'too-small') return view.lines.map(lineText).join('\n')
  const height = view.panes[0]?.height ?? 0
  const columns = view.panes.map(({ top, rows, bottom, answer, width }) => [
    lineText(top),
    ...rows.map(({ line }) => `│${lineText(line)}│`),
    ...(answer === null
      ? []
      : [`│${pad(joined([answer.label, plain(' '), answer.before, answer.at, answer.after]), width - 2)}│`]),
    lineText(bottom),
  ])
  const body = Array.from({ length: height }, (_, at) => columns.map((lines) => lines[at] ?? '').join(''))
  const lines = [lineText(view.header), ...body, lineText(view.footer)]
  const { box, form } = view
  const over = box ?? (form && { x: form.x, y: form.y, lines: form.view.rows.map(({ line }) => line) })
  for (const [at, line] of (over?.lines ?? []).entries()) {
    const under = lines[(over?.y ?? 0) + at] ?? ''
    const text = lineText(line)
    const x = over?.x ?? 0
    // Cells are one character wide enough for what this is for.
    lines[(over?.y ?? 0) + at] = `${under.padEnd(x).slice(0, x)}${text}${under.slice(x + text.length)}`
  }
  return lines.map((line) => line.trimEnd()).join('\n')
}
