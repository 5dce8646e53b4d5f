import { forwardSubject } from '../../../../../domain/message.ts'
import type { FormDefinition } from '../form-state.ts'
import { attach, body, cc, kind, markdownBody, priority, seal, subject, to } from './fields.ts'

export const forward: FormDefinition = {
  operation: 'forward',
  title: (about) => (about.from === undefined ? 'Forward' : `Forward a message from ${about.from}`),
  fields: (about) => [
    to,
    cc,
    subject(about.subject === undefined ? 'as before' : forwardSubject(about.subject)),
    kind('notification'),
    priority('as the message'),
    body('Note', 'your comment, above the quoted message'),
    attach,
    seal('as the message'),
  ],
  preview: markdownBody,
  previewFirst: false,
}
