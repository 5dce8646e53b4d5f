import type { Work } from '../work.ts'
import type { Hits, Matching } from './matching.ts'
import type { Question } from './questions.ts'

const largestBatch = 1024

/** The newest messages that answer a question, newest first. Each batch is a short read of its own. */
export function* take(
  matching: Matching,
  question: Question,
  before: number,
  most: number,
): Work<readonly number[]> {
  const ids: number[] = []
  let below = Math.min(before, question.below)
  for (
    let batch = most;
    below > question.above + 1;
    batch = Math.min(batch * 2, Math.max(most, largestBatch))
  ) {
    const hits =
      question.among === null
        ? yield* matching.newest(question, below, batch)
        : yield* among(matching, question, question.among, { below, most: most - ids.length })
    ids.push(...(yield* question.accepted(hits.ids, most - ids.length)))
    if (ids.length >= most) return ids
    below = hits.rest
  }
  return ids
}

function* among(
  matching: Matching,
  { match, above }: Question,
  all: readonly number[],
  { below, most }: { readonly below: number; readonly most: number },
): Work<Hits> {
  const ids = all.filter((id) => id > above && id < below)
  return ids.length === 0 ? { ids, rest: 0 } : yield* matching.among(match, ids, most)
}
