import { Box } from 'ink'
import type { ReactElement } from 'react'
import { plain, type Safe } from '../src/domain/sanitize.ts'
import { isShownField } from '../src/faces/tui/compose/form/form-fields.ts'
import { hintLine } from '../src/faces/tui/compose/form/form-hints.ts'
import {
  candidateNames,
  candidateTop,
  fieldRoom,
  fieldRows,
  fieldsHeight,
  firstRow,
  formErrorLines,
  insideForm,
  labelWidth,
  moreLine,
  previewEnd,
  previewLines,
  valueColumns,
  withLabels,
} from '../src/faces/tui/compose/form/form-layout.ts'
import { titleOf } from '../src/faces/tui/compose/form/form-title.ts'
import type { FormSize, FormState } from '../src/faces/tui/model/form.ts'
import { fitLine, type Line, span, word } from '../src/faces/tui/text/line.ts'
import { cut, repeated, widthOf } from '../src/faces/tui/text/text.ts'
import { Blank } from './Blank.tsx'
import { Field } from './Field.tsx'
import { Side } from './Frame.tsx'
import { Preview } from './Preview.tsx'
import { StyledLine } from './StyledLine.tsx'

type ComposerProps = { readonly form: FormState; readonly room: FormSize }
type PartProps = { readonly form: FormState; readonly size: FormSize }

/** A form: its fields or a preview of its message, what is wrong with the whole, and the keys that work now. */
export function Composer({ form, room }: ComposerProps): ReactElement {
  const size = withLabels(form, room)
  const { columns } = insideForm(size)
  const errors = formErrorLines(form, size)
  const rows = fieldRows(form, size)
  const height = rows + errors.length + 1
  return (
    <Box flexDirection="column" width={size.columns} height={height + 2} flexShrink={0}>
      <StyledLine line={titleLine(titleOf(form), size.columns)} />
      <Box height={height} flexShrink={0}>
        <Side height={height} focused={true} />
        <Box flexDirection="column" width={1} flexShrink={0}>
          <Blank columns={1} rows={height} />
        </Box>
        <Box flexDirection="column" width={columns} flexShrink={0} overflow="hidden">
          {form.preview === null ? (
            <Fields form={form} size={size} />
          ) : (
            <Preview
              lines={previewLines(form, size)}
              first={Math.min(form.preview, previewEnd(form, size))}
              columns={columns}
              rows={rows}
            />
          )}
          {errors.map((text, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
            <StyledLine key={at} line={fitLine([span(text, 'urgent')], columns)} />
          ))}
          <StyledLine line={fitLine(hintLine(form, columns), columns)} />
        </Box>
        <Box flexDirection="column" width={1} flexShrink={0}>
          <Blank columns={1} rows={height} />
        </Box>
        <Side height={height} focused={true} />
      </Box>
      <StyledLine line={[span(plain(`╰${repeated('─', size.columns - 2)}╯`), 'frame-focused')]} />
    </Box>
  )
}

/** The fields one below the other, scrolled so that the focused one is in view. */
function Fields({ form, size }: PartProps): ReactElement {
  const { columns } = insideForm(size)
  const rows = fieldRows(form, size)
  const room = fieldRoom(form, size)
  const writes = form.preview === null && !form.asking && !form.sending
  const names = candidateNames(form, size)
  const first = firstRow(form, size)
  const more = moreLine(form)
  return (
    <Box height={rows} flexShrink={0} overflow="hidden">
      <Box flexDirection="column" marginTop={-first} flexShrink={0}>
        {form.fields.map((field, at) => {
          const isHere = at === form.focus
          return isShownField(form, field) ? (
            <Field
              key={field.name}
              field={field}
              labels={labelWidth(size)}
              columns={valueColumns(size)}
              rows={isHere ? room.rows : null}
              writes={isHere && writes}
              candidates={
                isHere && names.length > 0
                  ? { names, chosen: (form.candidates?.chosen ?? 0) - candidateTop(form, size) }
                  : null
              }
            />
          ) : null
        })}
        {more.length > 0 && <StyledLine line={fitLine(more, columns)} />}
        <Blank columns={columns} rows={rows + first - fieldsHeight(form, size)} />
      </Box>
    </Box>
  )
}

function titleLine(title: Safe, columns: number): Line {
  const shown = cut(title, columns - 5)
  return [
    word('╭ ', 'frame-focused'),
    span(shown, 'section'),
    span(plain(` ${repeated('─', columns - widthOf(shown) - 4)}╮`), 'frame-focused'),
  ]
}
