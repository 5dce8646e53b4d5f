import { Box } from 'ink'
import { memo, type ReactElement } from 'react'
import { plain, type Safe } from '../src/domain/sanitize.ts'
import { marks } from '../src/faces/present-glyphs.ts'
import { editorText, editorView } from '../src/faces/tui/compose/editor/editor.ts'
import { isSingle } from '../src/faces/tui/compose/form/form-fields.ts'
import { type Remark, remarksOf, restingView } from '../src/faces/tui/compose/form/form-layout.ts'
import type { FormField } from '../src/faces/tui/model/form.ts'
import { fitLine, type Line, span, word } from '../src/faces/tui/text/line.ts'
import { cut, pad } from '../src/faces/tui/text/text.ts'
import { Blank } from './Blank.tsx'
import { CaretLine } from './CaretLine.tsx'
import { StyledLine } from './StyledLine.tsx'

export type FieldProps = {
  readonly field: FormField
  /** The cells of the label without the mark of the focus, and those of the value. */
  readonly labels: number
  readonly columns: number
  /** The rows of the value while the field has the focus, or `null` without the focus. */
  readonly rows: number | null
  /** Typed text goes into the value: it has the caret. */
  readonly writes: boolean
  readonly candidates: { readonly names: readonly Safe[]; readonly chosen: number } | null
}

type ValueRow = { readonly line: Line; readonly caret: number | null }

/** A field of a form: its label, its value, what is offered for it, and what is wrong with it. */
export const Field = memo(function Field(props: FieldProps): ReactElement {
  const { field, labels, columns, rows, candidates } = props
  const values = rows === null ? restingRows(props) : focusedRows(props, rows)
  const under = [...(candidates === null ? [] : candidateLines(candidates, columns)), ...remarkLines(props)]
  return (
    <Box flexShrink={0}>
      <Box flexDirection="column" width={labels + 2} flexShrink={0}>
        <StyledLine line={labelLine(field.label, labels, rows !== null)} />
        <Blank columns={labels + 2} rows={values.length + under.length - 1} />
      </Box>
      <Box flexDirection="column" width={columns} flexShrink={0}>
        {values.map(({ line, caret }, at) =>
          caret === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
            <StyledLine key={at} line={fitLine(line, columns)} />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
            <CaretLine key={at} line={fitLine(line, columns)} caret={caret} />
          ),
        )}
        {under.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          <StyledLine key={at} line={fitLine(line, columns)} />
        ))}
      </Box>
    </Box>
  )
})

function labelLine(label: string, labels: number, focused: boolean): Line {
  return [
    word(focused ? `${marks.here} ` : '  ', 'accent'),
    span(pad(plain(label), labels), focused ? 'accent' : 'dim'),
  ]
}

function focusedRows({ field, columns, writes }: FieldProps, rows: number): readonly ValueRow[] {
  if (field.kind === 'choice') return [row(choiceLine(field, columns - 4, true))]
  if (editorText(field.editor) === '') return [{ line: helpLine(field, columns), caret: writes ? 0 : null }]
  const view = editorView(field.editor, columns, rows)
  const last = view.lines.length - 1
  const above = view.above > 0 ? ` ${marks.above}${view.above}` : ''
  const below = view.below > 0 ? ` ${marks.below}${view.below}` : ''
  return view.lines.map((text, at): ValueRow => {
    // The caret's row needs all of its cells.
    if (writes && at === view.caret.row) return { line: [span(text)], caret: view.caret.column }
    return row(marked(text, at === 0 ? above : at === last ? below : '', columns))
  })
}

/** A row with a note of the rows out of sight. */
function marked(text: Safe, mark: string, columns: number): Line {
  if (mark === '') return [span(text)]
  return [...fitLine([span(text)], columns - mark.length), word(mark, 'dim')]
}

function restingRows({ field, columns }: FieldProps): readonly ValueRow[] {
  if (field.kind === 'choice') return [row(choiceLine(field, columns, false))]
  if (editorText(field.editor) === '') return [row(helpLine(field, columns))]
  const view = restingView(field, columns)
  const last = view.lines.length - 1
  return view.lines.map((text, at) => {
    if (at < last || view.below === 0 || isSingle(field)) return row([span(text)])
    return row([span(cut(text, columns - 2)), word(' …', 'dim')])
  })
}

const [left = '', right = ''] = marks.choice.split(' ')

function choiceLine({ choice, help }: FormField, columns: number, focused: boolean): Line {
  const shown = choice === '' ? span(cut(plain(help), columns), 'dim') : span(cut(plain(choice), columns))
  return focused ? [word(`${left} `, 'accent'), shown, word(` ${right}`, 'accent')] : [shown]
}

function helpLine({ help }: FormField, columns: number): Line {
  return [span(cut(plain(help), columns), 'dim')]
}

function candidateLines(
  { names, chosen }: NonNullable<FieldProps['candidates']>,
  columns: number,
): readonly Line[] {
  return names.map((name, at) => [
    word(at === chosen ? `${marks.here} ` : '  ', 'accent'),
    span(cut(name, columns - 2), at === chosen ? 'accent' : 'plain'),
  ])
}

function remarkLines({ field, columns }: FieldProps): readonly Line[] {
  return remarksOf(field, columns).map(({ text, style }, at) => [
    word(at > 0 ? '  ' : markOf(style), style),
    span(text, style),
  ])
}

function markOf(style: Remark['style']): string {
  return style === 'dim' ? '  ' : `${marks.pressing} `
}

function row(line: Line): ValueRow {
  return { line, caret: null }
}
