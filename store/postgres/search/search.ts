import type { MessageStore, ViewStore } from '../../mail-store.ts'
import type { Connection as SharedConnection } from '../../sql/connection.ts'
import { openAlike } from '../../sql/search/alike.ts'
import { searchedCharacters } from '../../sql/search/documents.ts'
import type { Matching } from '../../sql/search/matching.ts'
import { openSearch as openSearching } from '../../sql/search/search.ts'
import { step } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { findCold } from '../engine/archive-lines.ts'
import { driverOf, partOn } from '../engine/shared.ts'
import { language } from './language.ts'
import { openMatching } from './matching.ts'
import { openTextIndex } from './text-index.ts'

type Search = Pick<MessageStore, 'search' | 'searchedBodies' | 'alike' | 'index'> & Pick<ViewStore, 'tally'>

export function openSearch(connection: Connection): Search {
  const index = openTextIndex(connection)
  return {
    ...partOn(connection, (at) => openSearching(at, matchingOn)),
    ...partOn(connection, (at) => openAlike(at, matchingOn)),
    async index() {
      return index.step()
    },
  }
}

function matchingOn(at: SharedConnection): Matching {
  const driver = driverOf(at)
  const index = openTextIndex(driver)
  const { newest, among } = openMatching(driver, index)
  return {
    language,
    newest: ({ match, above }, below, most) =>
      step(async () => {
        const ids = await newest(match, above, below, most)
        return { ids, rest: ids.length < most ? 0 : (ids.at(-1) ?? 0) }
      }),
    among: (match, ids) => step(async () => ({ ids: await among(match, ids), rest: 0 })),
    documents: (ids) => step(() => index.documents(ids)),
    beginningOf: (message) => step(() => beginningOf(driver, message)),
  }
}

const bodySql = `SELECT substr(body, 1, ${searchedCharacters}) FROM messages WHERE id = ?`

async function beginningOf(connection: Connection, id: number): Promise<string> {
  const body = (await connection.column(bodySql).get(id)) as string | undefined
  if (body !== '') return body ?? ''
  return (await findCold(connection, id))?.body.slice(0, searchedCharacters) ?? ''
}
