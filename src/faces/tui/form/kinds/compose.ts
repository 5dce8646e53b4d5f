import type { FormDefinition } from '../form-state.ts'
import { body, cc, kind, markdownBody, priority, subject, textOf, to } from './fields.ts'

export const compose: FormDefinition = {
  operation: 'send',
  title: () => 'New message',
  fields: () => [
    to,
    cc,
    subject('what it is about'),
    kind('request, or a notification to all'),
    priority('normal'),
    body('Message', 'Markdown'),
  ],
  problems(input) {
    if (textOf(input, 'subject') !== '' || textOf(input, 'body') !== '') return {}
    return { body: 'Write a subject or a message.' }
  },
  preview: markdownBody,
  previewFirst: false,
}
