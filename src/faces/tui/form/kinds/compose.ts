import type { FormDefinition } from '../form-state.ts'
import { attach, body, cc, kind, markdownBody, priority, subject, textOf, to } from './fields.ts'

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
    },
    { name: 'field', label: 'Fields', kind: 'list', help: "the template's, NAME=VALUE, one a line" },
  ],
  problems(input) {
    // A template knows its route, and makes subject and message of its fields.
    if (textOf(input, 'template') !== '') return {}
    if (textOf(input, 'subject') !== '' || textOf(input, 'body') !== '') return {}
    return { body: 'Write a subject or a message.' }
  },
  preview: markdownBody,
  previewFirst: false,
}
