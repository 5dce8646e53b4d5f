import { kindRules } from '../../../../../domain/kind.ts'
import { replySubject } from '../../../../../domain/message.ts'
import type { FieldSpec, FormDefinition, FormInput } from '../form-state.ts'
import { attach, body, cc, kind, markdownBody, priority, subject } from './fields.ts'

const everyone = 'everyone'

export const audience: FieldSpec = {
  name: 'all',
  label: 'Answer',
  kind: 'choice',
  help: 'the sender',
  options: ['', everyone],
}

export const reply: FormDefinition = {
  operation: 'reply',
  title: (about) => (about.from === undefined ? 'Reply' : `Reply to ${about.from}`),
  fields(about) {
    const answers = about.answers ?? kindRules.request.answers
    return [
      audience,
      cc,
      subject(about.subject === undefined ? 'as before' : replySubject(about.subject) || 'none'),
      kind(answers[0] ?? 'response', answers),
      priority('as the message'),
      body('Message', 'Markdown', 'Write an answer first.'),
      attach,
    ]
  },
  fromInput: (input): FormInput => ({ ...input, all: input['all'] === true ? everyone : undefined }),
  toInput: (input): FormInput => ({ ...input, all: input['all'] === everyone ? true : undefined }),
  preview: markdownBody,
  previewFirst: false,
}
