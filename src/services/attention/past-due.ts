import { overdueAfter } from '../../domain/draft.ts'
import type { Context } from '../context.ts'
import { iso } from '../values.ts'
import { attentionRow, type Concern, listedConcern } from './value.ts'

/** More than wait where upkeep runs at all. */
const most = 1000

/** Drafts whose time has come, and which nobody sends: nothing that runs upkeep is there. */
export async function pastDueConcerns({ store, now }: Context): Promise<readonly Concern[]> {
  return [
    listedConcern(
      'past-due',
      await store.drafts.due(now() - overdueAfter, most),
      ({ owner }) => owner,
      async ({ id, owner, sendAt }) =>
        attentionRow({
          agent: owner,
          why: 'past-due',
          reason: `the draft ${id} was to be sent`,
          since: iso(sendAt),
          command: 'watchpost patrol',
        }),
    ),
  ]
}
