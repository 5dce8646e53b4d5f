import { loopWords } from '../../domain/loops.ts'
import type { Context } from '../context.ts'
import { readAnyway } from '../mail/read-anyway.ts'
import { iso, messageValue } from '../values.ts'
import { attentionRow, type Concern, listedConcern } from './value.ts'

/** More than people let stand. */
const most = 1000

/** Mail that is held back as a loop. Each row is the first message of it. */
export async function loopConcerns({ store }: Context): Promise<readonly Concern[]> {
  const { rows } = await store.loops.list({ limit: most, after: null })
  return [
    listedConcern(
      'loop',
      rows,
      ({ agents }) => agents[0] ?? null,
      async (loop) => {
        const { id, agents, first, held, openedAt } = loop
        const letter = first === null ? null : await readAnyway(store, first, null)
        return attentionRow({
          message: letter === null ? null : messageValue(letter),
          agent: agents[0] ?? null,
          loop: id,
          why: 'loop',
          reason: `${loopWords(loop)}, ${held} held back`,
          since: iso(openedAt),
          command: `watchpost loop continue ${id}`,
        })
      },
    ),
  ]
}
