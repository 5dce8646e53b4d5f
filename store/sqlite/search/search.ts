import type { MessageStore, ViewStore } from '../../mail-store.ts'
import { late } from '../../shared/late.ts'
import { openSearch as openSearching } from '../../sql/search/search.ts'
import type { Connection } from '../database/connection.ts'
import { partOn } from '../engine/shared.ts'
import { openMatching } from './matching.ts'
import { openTail, type Tail } from './search-tail.ts'
import { openTextIndex, type TextIndex } from './text-index.ts'

export type Search = Pick<MessageStore, 'search' | 'searchedBodies' | 'alike' | 'index'> &
  Pick<ViewStore, 'tally'>

export function openSearch(
  connection: Connection,
  index: TextIndex = openTextIndex(connection),
  tail: Tail = openTail(connection, index),
): Search {
  const matching = openMatching(connection, index, tail)
  return {
    ...partOn(connection, (at) => openSearching(at, () => matching)),
    ...late(['alike'], async () => {
      const { openAlike } = await import('../../sql/search/alike.ts')
      return partOn(connection, (at) => openAlike(at, () => matching))
    }),
    async index() {
      return index.step()
    },
  }
}
