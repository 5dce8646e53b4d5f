import type { FieldSpec, Filled, FormDefinition } from '../../../model/form.ts'
import { attach, body, cc, kind, listOf, priority, seal, subject, textOf, to } from './fields.ts'
import { gathered, ownFields, spread } from './template-fields.ts'

export const compose: FormDefinition = {
  operation: 'send',
  title: () => 'New message',
  fields: (_about, input): readonly FieldSpec[] => [
    { ...to, unless: 'template' },
    cc,
    subject('the topic in one line'),
    kind('request, or a notification to all'),
    priority('normal'),
    body('Message', 'Markdown'),
    attach,
    {
      name: 'template',
      label: 'Template',
      kind: 'line',
      help: 'a type of protocol mail, such as MERGE_READY',
      completes: 'template',
    },
    ...ownFields(input),
    seal('no'),
  ],
  fromInput: spread,
  toInput: gathered,
  problems(input): Readonly<Record<string, string>> {
    // A template knows its route, and makes subject and message of its fields.
    if (textOf(input, 'template') !== '') return {}
    if (listOf(input, 'field').length > 0)
      return { template: 'Choose the template of these fields, or clear them.' }
    if (textOf(input, 'subject') !== '' || textOf(input, 'body') !== '') return {}
    return { body: 'Write a subject or a message.' }
  },
  preview(input, _self, filled) {
    if (textOf(input, 'template') === '') return { text: textOf(input, 'body'), markdown: true }
    return { text: filled === null ? 'Filling in …' : seen(filled), markdown: false }
  },
  previewFirst: false,
}

/** A template's mail as it will be read. */
function seen({ to, subject, body, missing }: Filled): string {
  const lacks = missing.length === 0 ? [] : [`Missing: ${missing.join(', ')}`]
  return [`To: ${to.join(', ') || 'nobody yet'}`, `Subject: ${subject}`, ...lacks, '', body].join('\n')
}
