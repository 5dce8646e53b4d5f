import type { FormDefinition, FormInput } from '../form-state.ts'
import { attach, body, cc, kind, listOf, markdownBody, priority, subject, textOf, to } from './fields.ts'

export const compose: FormDefinition = {
  operation: 'send',
  title: () => 'New message',
  fields: () => [
    { ...to, unless: 'template' },
    cc,
    subject('what it is about'),
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
    { name: 'field', label: 'Fields', kind: 'list', help: "the template's, NAME=VALUE, one a line" },
  ],
  problems(input) {
    // A template knows its route, and makes subject and message of its fields.
    if (textOf(input, 'template') !== '') return {}
    if (textOf(input, 'subject') !== '' || textOf(input, 'body') !== '') return {}
    return { body: 'Write a subject or a message.' }
  },
  toInput: (input): FormInput => ({ ...input, field: told(listOf(input, 'field')) }),
  preview: markdownBody,
  previewFirst: false,
}

/** A template's field that was left empty says nothing. */
function told(fields: readonly string[]): readonly string[] | undefined {
  const said = fields.filter((field) => !/^[^=]+=\s*$/u.test(field))
  return said.length === 0 ? undefined : said
}
