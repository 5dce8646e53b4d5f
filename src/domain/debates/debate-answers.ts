import { isStance, type Kind, kindRules } from '../kind.ts'

/** The kinds that are positions in a debate. An answer to one needs its own kind. */
export function isPosition(kind: Kind): boolean {
  return kind === 'claim' || kind === 'counter' || kind === 'evidence'
}

/**
 * The kinds that may answer a position now: those of its kind, no stance once the debate is decided, and no agreement
 * with one's own message.
 */
export function answersTo(
  kind: Kind,
  { decided, own }: { readonly decided: boolean; readonly own: boolean },
): readonly Kind[] {
  return kindRules[kind].answers.filter(
    (answer) => !(decided && isStance(answer)) && !(own && answer === 'agree'),
  )
}
