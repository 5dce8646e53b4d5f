import { isStance, type Kind, kindRules } from '../kind.ts'

/** The kinds that are positions in a debate. An answer to one needs its own kind. */
export function isPosition(kind: Kind): boolean {
  return kind === 'claim' || kind === 'counter' || kind === 'evidence'
}

const forOthers: ReadonlySet<Kind> = new Set(['agree', 'counter', 'concede'])

/** Nobody agrees with, counters or concedes to a message of their own. */
export function isForOthers(kind: Kind): boolean {
  return forOthers.has(kind)
}

/**
 * The kinds that may answer a position now: those of its kind, no stance once the debate is decided, and none reserved
 * for others' messages if it is the caller's own.
 */
export function answersTo(
  kind: Kind,
  { decided, own }: { readonly decided: boolean; readonly own: boolean },
): readonly Kind[] {
  return kindRules[kind].answers.filter(
    (answer) => !(decided && isStance(answer)) && !(own && isForOthers(answer)),
  )
}
