import { resolutionBody } from '../../../../../domain/debates/resolution.ts'
import type { FormDefinition, FormInput } from '../../../model/form.ts'
import { listOf, textOf } from './fields.ts'

/** A ruling ends a debate: it is seen as its readers will see it before Enter sends it. */
export const rule: FormDefinition = {
  operation: 'ruling',
  title: (about) => (about.subject ? `Rule: ${about.subject}` : 'Rule'),
  fields: () => [
    {
      name: 'decision',
      label: 'Decision',
      kind: 'line',
      help: 'your decision, in one line',
      required: 'Write the decision.',
    },
    { name: 'rationale', label: 'Rationale', kind: 'lines', help: 'your reason; all participants read it' },
    {
      name: 'inform',
      label: 'Inform',
      kind: 'address',
      help: 'others to notify, beside the participants',
    },
  ],
  fromInput: (input): FormInput => ({ ...input, forceConsensus: true }),
  preview: (input) => ({
    text: resolutionBody({
      decision: textOf(input, 'decision'),
      rationale: textOf(input, 'rationale') || null,
      informed: listOf(input, 'inform'),
    }),
    markdown: true,
  }),
  heads: (input, about) => [
    ['To', about.participants?.join(', ') || 'all participants of the debate'],
    ['Informed', listOf(input, 'inform').join(', ') || 'nobody else'],
  ],
  previewFirst: true,
  confirmedByEnter: true,
}
