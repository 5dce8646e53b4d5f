import { debateBody } from '../../../../../domain/debates/debate-body.ts'
import { readEvidence } from '../../../../../domain/debates/evidence.ts'
import { isKind, kindRules, kinds } from '../../../../../domain/kind.ts'
import { replySubject } from '../../../../../domain/message.ts'
import { own } from '../../../../../domain/own.ts'
import type { FieldSpec, FormDefinition, FormInput } from '../../../model/form.ts'
import { attach, body, cc, listOf, ofMessage, priority, seal, subject, textOf } from './fields.ts'
import { audience, reply } from './reply.ts'

/** The extra fields of each answer to a position; the message holds the rest. */
const askedBy: Readonly<Record<string, readonly string[]>> = {
  statement: ['claim', 'counter', 'evidence', 'agree', 'concede'],
  rationale: ['claim', 'counter', 'evidence', 'agree', 'concede'],
  evidence: ['claim', 'counter', 'evidence'],
}

/** Whether an answer of this kind has the field; before one is chosen all are there. */
export function isAskedBy(name: string, kind: string): boolean {
  const asking = own(askedBy, name)
  return asking === undefined || kind === '' || asking.includes(kind)
}

const everyAnswer = kinds.filter((kind) =>
  (['claim', 'counter', 'evidence'] as const).some((position) => kindRules[position].answers.includes(kind)),
)

const said: readonly FieldSpec[] = [
  { name: 'statement', label: 'Statement', kind: 'lines', help: 'your position' },
  { name: 'rationale', label: 'Rationale', kind: 'lines', help: 'why' },
  {
    name: 'evidence',
    label: 'Evidence',
    kind: 'list',
    help: 'one per line: text, or type=code,source=FILE:LINE,data=…',
  },
]

/** An answer to a claim, a counter or evidence: nobody agrees by accident, so its kind has to be chosen. */
export const answer: FormDefinition = {
  ...reply,
  title: (about) => (about.from === undefined ? 'Answer' : `Answer ${about.from}`),
  fields(about) {
    const answers = about.answers ?? everyAnswer
    return [
      {
        name: 'kind',
        label: 'Kind',
        kind: 'choice',
        help: answers.join(', '),
        options: answers,
        required: 'Choose the kind of your answer.',
      },
      ...said,
      body('Message', 'Markdown (default: built from the fields)'),
      audience,
      cc,
      subject(about.subject === undefined ? ofMessage : replySubject(about.subject) || 'none'),
      priority(about.priority ?? ofMessage),
      attach,
      seal(ofMessage),
    ]
  },
  problems(input): Readonly<Record<string, string>> {
    const kind = textOf(input, 'kind')
    if (kind === 'agree' || kind === 'concede' || written(input) !== '') return {}
    const where = isKind(kind) && isAskedBy('statement', kind) ? 'statement' : 'body'
    return { [where]: `Write the statement of your ${kind || 'answer'}.` }
  },
  preview: (input) => ({ text: written(input), markdown: true }),
}

/** The message as it will be read. */
function written(input: FormInput): string {
  const message = textOf(input, 'body')
  if (message !== '') return message
  const [statement, rationale] = [textOf(input, 'statement'), textOf(input, 'rationale')]
  return debateBody({
    statement: statement === '' ? null : statement,
    rationale: rationale === '' ? [] : [rationale],
    evidence: listOf(input, 'evidence').map(readEvidence),
  })
}

/** Whether a draft of a reply takes a stance, or says something in the fields of one. */
export function isAnswer(input: FormInput): boolean {
  const kind = textOf(input, 'kind')
  return (
    kindRules[isKind(kind) ? kind : 'request'].family === 'debate' ||
    said.some(({ name }) => input[name] !== undefined)
  )
}
