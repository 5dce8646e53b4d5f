import { isStance, type Kind, kindRules } from '../kind.ts'

/** The kinds that are positions in a debate: whoever answers one has to say what the answer is. */
export function isPosition(kind: Kind): boolean {
  return kind === 'claim' || kind === 'counter' || kind === 'evidence'
}

/**
 * What may answer a position now: its kind's answers; no stance once the debate is decided; and nobody agrees with
 * themselves.
 */
export function answersTo(
  kind: Kind,
  { decided, own }: { readonly decided: boolean; readonly own: boolean },
): readonly Kind[] {
  return kindRules[kind].answers.filter(
    (answer) => !(decided && isStance(answer)) && !(own && answer === 'agree'),
  )
}
