type Answering = { readonly id: string; readonly replyTo: string | null }

/** A message in its place among the answers: `depth` grows only where several answer the same one. */
export type Placed<M> = {
  readonly message: M
  readonly depth: number
  /** For each depth, whether another branch begins below this one. */
  readonly branches: readonly boolean[]
  /** It begins a branch, and does not only go on in one. */
  readonly joins: boolean
}

/**
 * A thread as a tree: every message is followed by its answers, the oldest first. A plain conversation, in which each
 * message has one answer, stays flat. A message that answers nothing here is a root.
 */
export function treeOf<M extends Answering>(messages: readonly M[]): readonly Placed<M>[] {
  const known = new Set(messages.map(({ id }) => id))
  const answers = new Map<string | null, M[]>()
  for (const message of messages) {
    const parent = message.replyTo !== null && known.has(message.replyTo) ? message.replyTo : null
    answers.set(parent, [...(answers.get(parent) ?? []), message])
  }
  const placed: Placed<M>[] = []
  const seen = new Set<string>()
  const waiting: Placed<M>[] = []
  const wait = (list: readonly M[], above: readonly boolean[], joins: boolean) => {
    for (const [at, message] of [...list.entries()].toReversed()) {
      const branches = joins ? [...above, at < list.length - 1] : above
      waiting.push({ message, depth: branches.length, branches, joins })
    }
  }
  const walk = (): void => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next.message.id)) continue
      seen.add(next.message.id)
      placed.push(next)
      const below = answers.get(next.message.id) ?? []
      wait(below, next.branches, below.length > 1)
    }
  }
  wait(answers.get(null) ?? [], [], false)
  walk()
  // Answers that answer one another in a circle have no beginning.
  wait(
    messages.filter(({ id }) => !seen.has(id)),
    [],
    false,
  )
  walk()
  return placed
}
