import { type Kind, kindRules } from '../../domain/kind.ts'
import { limits } from '../../domain/limits.ts'
import { type Input, text, texts } from '../../input/input.ts'

/** The fields of a debate message, as in CCCC. */
export const debateFields = {
  statement: text('The statement of a claim, counter, evidence, agree or concede'),
  rationale: text('The reason'),
  decision: text('The agreement, with agree or concede; SUBPOR.md records it as the approach'),
  evidence: texts('Evidence: text, type=code,source=…,data=…, or JSON; repeat for more', {
    placeholder: 'EVIDENCE',
    longest: limits.prose,
  }),
} as const

/** Whether the rules of debates have a say in it; all other mail pays nothing for them. */
export function isOfDebate(
  letter: Partial<Input<typeof debateFields>> & { readonly kind?: Kind | undefined },
  about: { readonly kind: Kind } | null,
): boolean {
  const { kind, statement, rationale, evidence, decision } = letter
  const debates = (word: Kind | undefined) => word !== undefined && kindRules[word].family === 'debate'
  return (
    debates(kind) || debates(about?.kind) || (statement ?? rationale ?? evidence ?? decision) !== undefined
  )
}
