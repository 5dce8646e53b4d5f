/** An answer that all who ask within some time share: as many may ask as like, at the cost of one. */
export function shareAnswer<T>(
  ask: () => Promise<T>,
  now: () => number,
  milliseconds: number,
): () => Promise<T> {
  let known: { readonly answer: Promise<T>; readonly at: number } | null = null
  return () => {
    const at = now()
    // A clock that was set back makes an answer no younger.
    if (known !== null && Math.abs(at - known.at) < milliseconds) return known.answer
    const answer = ask()
    const asked = { answer, at }
    known = asked
    answer.catch(() => {
      if (known === asked) known = null
    })
    return answer
  }
}
