import { shortId } from '../../domain/id.ts'
import { type Loop, loopWords } from '../../domain/loops.ts'
import type { LoopValue } from '../../values/loops-schema.ts'
import { iso } from '../values.ts'

export function loopValue(loop: Loop): LoopValue {
  const { id, sort, thread, agents, count, since, openedAt, held, first } = loop
  return {
    id,
    sort,
    agents,
    count,
    held,
    about: loopWords(loop),
    thread: thread === null ? null : shortId(thread),
    since: iso(since),
    openedAt: iso(openedAt),
    first: first === null ? null : shortId(first),
  }
}
