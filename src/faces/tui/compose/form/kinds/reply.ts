import { kindRules } from '../../../../../domain/kind.ts'
import { replySubject } from '../../../../../domain/message.ts'
import type { FieldSpec, FormDefinition } from '../../../model/form.ts'
import { attach, body, cc, kind, markdownBody, ofMessage, priority, seal, subject } from './fields.ts'

const everyone = 'everyone'

export const audience: FieldSpec = {
  name: 'all',
  label: 'Answer',
  kind: 'choice',
  help: 'the sender',
  options: ['', everyone],
  flag: everyone,
}

export const reply: FormDefinition = {
  operation: 'reply',
  title: (about) => (about.from === undefined ? 'Reply' : `Reply to ${about.from}`),
  fields(about) {
    const answers = about.answers ?? kindRules.request.answers
    return [
      audience,
      cc,
      subject(about.subject === undefined ? ofMessage : replySubject(about.subject) || 'none'),
      kind(answers[0] ?? 'response', answers),
      priority(about.priority ?? ofMessage),
      body('Message', 'Markdown', 'Write an answer first.'),
      attach,
      seal(ofMessage),
    ]
  },
  preview: markdownBody,
  previewFirst: false,
}
