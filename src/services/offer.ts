/** Mail that is about to be handed over: the face writes it out, then settles, or releases what did not leave. */
export type Offer<V> = {
  readonly value: V
  /** For people: what could not be held and why. */
  readonly notes: readonly string[]
  readonly settle: () => Promise<void>
  readonly release: () => Promise<void>
  /** The note for output that was closed early, after its mail was released. */
  readonly closedEarly?: string
  /** Keeps it for as long again, for who takes long to receive it. */
  readonly keep?: () => Promise<void>
}

export function isOffer(answer: unknown): answer is Offer<unknown> {
  return typeof answer === 'object' && answer !== null && 'settle' in answer && 'release' in answer
}
