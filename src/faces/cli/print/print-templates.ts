import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { Values } from '../../../values/schemas.ts'
import type { FilledValue, ParsedValue, TemplateValue } from '../../../values/templates-schema.ts'
import { addressList } from '../../present.ts'
import { type Cell, type Printed, type Sheet, table } from '../sheet.ts'

export function printTemplates({ templates }: Values['templates'], sheet: Sheet): Printed {
  const rows = templates.map(({ name, route, fields, handler }): readonly Cell[] => [
    { text: sanitizeLine(name), colour: 'bold' },
    { text: sanitizeLine(`→ ${route.join(' or ') || 'no route'}`) },
    {
      text: sanitizeLine(
        addressList(
          fields.map((field) => `${field.name}${field.required ? '*' : ''}`),
          9,
        ),
      ),
      colour: 'dim',
    },
    { text: handler === null ? '' : sanitizeLine(`starts ${handler.join(' ')}`), colour: 'dim' },
  ])
  return {
    lines: table(rows, sheet, 2),
    notes: ['* marks required fields. To send one, run `watchpost send --template TYPE --field KEY=VALUE`.'],
  }
}

export function printTemplate(template: TemplateValue, sheet: Sheet): Printed {
  const { subject, route, kind, priority, fields } = template
  const facts: readonly (readonly Cell[])[] = [
    [
      { text: 'Subject', colour: 'dim' },
      { text: sanitizeLine(subject), colour: 'bold' },
    ],
    [{ text: 'Route', colour: 'dim' }, { text: sanitizeLine(route.join(' or ') || 'none') }],
    [{ text: 'Kind', colour: 'dim' }, { text: `${kind}, ${priority}` }],
  ]
  const rows = fields.map(({ name, help, required }): readonly Cell[] => [
    { text: `${sanitizeLine(name)}${required ? '*' : ''}`, colour: 'bold' },
    { text: sanitizeLine(help) },
  ])
  return { lines: [...table(facts, sheet, 1), '', ...table(rows, sheet, 1)], notes: [] }
}

export function printFilled(filled: FilledValue, sheet: Sheet): Printed {
  const { to, subject, kind, priority, body, missing, wrong } = filled
  const facts: readonly (readonly Cell[])[] = [
    [{ text: 'To', colour: 'dim' }, { text: sanitizeLine(to.join(', ') || 'no recipient yet') }],
    [
      { text: 'Subject', colour: 'dim' },
      { text: sanitizeLine(subject), colour: 'bold' },
    ],
    [{ text: 'Kind', colour: 'dim' }, { text: `${kind}, ${priority}` }],
  ]
  const text = body === '' ? [] : ['', ...body.split('\n').map((line) => sanitizeLine(line))]
  const unfit = wrong.map(({ field, problem }) => sanitizeLine(`${field} ${problem}.`))
  return { lines: [...table(facts, sheet, 1), ...text], notes: [...missingNotes(missing), ...unfit] }
}

function missingNotes(missing: readonly string[]): readonly string[] {
  return missing.length === 0 ? [] : [`Missing: ${missing.map((name) => sanitizeLine(name)).join(', ')}`]
}

export function printParsed({ type, fields, missing, text }: ParsedValue, sheet: Sheet): Printed {
  const rows = Object.entries(fields).map(([name, value]): readonly Cell[] => [
    { text: sanitizeLine(name), colour: 'dim' },
    { text: sanitizeLine(value) },
  ])
  const rest = text === '' ? [] : ['', ...text.split('\n').map((line) => sanitizeLine(line))]
  const notes = [...(type === null ? ['This is not protocol mail.'] : []), ...missingNotes(missing)]
  return {
    lines: [
      ...(type === null ? [] : [sheet.ink('bold', sanitizeLine(type))]),
      ...table(rows, sheet, 1),
      ...rest,
    ],
    notes,
  }
}
