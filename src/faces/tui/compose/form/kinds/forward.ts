import { forwardSubject } from '../../../../../domain/message.ts'
import type { FormDefinition } from '../../../model/form.ts'
import { attach, body, cc, kind, markdownBody, ofMessage, priority, seal, subject, to } from './fields.ts'

export const forward: FormDefinition = {
  operation: 'forward',
  title: (about) => (about.from === undefined ? 'Forward' : `Forward a message from ${about.from}`),
  fields: (about) => [
    to,
    cc,
    subject(about.subject === undefined ? ofMessage : forwardSubject(about.subject)),
    kind('notification'),
    priority(about.priority ?? ofMessage),
    body('Note', 'your comment, above the quoted message'),
    attach,
    seal(ofMessage),
  ],
  preview: markdownBody,
  previewFirst: false,
}
