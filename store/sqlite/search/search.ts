import type { MessageStore, ViewStore } from '../../mail-store.ts'
import { type Cursor, parseCursor } from '../../shared/search-cursor.ts'
import { pageOf } from '../../sql/cursors.ts'
import type { Connection } from '../database/connection.ts'
import { findCopy } from '../rows/copies.ts'
import { findLetter } from '../rows/letters.ts'
import { namesOf } from '../rows/names.ts'
import { tallyBoxes } from './box-tally.ts'
import { type Parts, take } from './matching.ts'
import { ask, type Question } from './questions.ts'
import { openTail, type Tail } from './search-tail.ts'
import { readSearchedBodies } from './searched-bodies.ts'
import { openTextIndex, type TextIndex } from './text-index.ts'

/** Best hits are chosen among this many newest ones: the choice stays quick however much mail matches. */
const mostRanked = 500

export type Search = Pick<MessageStore, 'search' | 'searchCold' | 'searchedBodies' | 'alike' | 'index'> &
  Pick<ViewStore, 'tally'>

export function openSearch(
  connection: Connection,
  index: TextIndex = openTextIndex(connection),
  tail: Tail = openTail(connection, index),
): Search {
  const parts = { connection, index, tail }
  return {
    async index() {
      return index.step()
    },
    async tally(owner, searches, now, most) {
      return connection.read(() => {
        const ownerId = namesOf(connection).find(owner)
        const found = searches.map((query) => {
          const questions = ask(connection, query, ownerId, now)
          return questions.length === 0 ? 0 : takeAny(parts, questions, Number.MAX_SAFE_INTEGER, most).length
        })
        return { ...tallyBoxes(connection, ownerId, now, most), found }
      })
    },
    async searchedBodies(messages) {
      return connection.read(() => readSearchedBodies(connection, messages))
    },
    async alike(asked) {
      const { findAlike } = await import('./alike.ts')
      return connection.read(() => findAlike(parts, asked))
    },
    async searchCold(query, owner, now, page) {
      const cold = await import('../cold/cold-search.ts')
      return cold.searchCold(connection, query, owner, now, page)
    },
    async search(query, owner, now, page) {
      const cursor = parseCursor(page.after)
      return connection.read(() => {
        const ownerId = owner === null ? undefined : namesOf(connection).find(owner)
        const questions = ask(connection, query, ownerId, now)
        if (questions.length === 0) return { rows: [], next: null }
        const found = page.best
          ? bestPage(parts, questions, cursor, page.limit)
          : newestPage(parts, questions, cursor, page.limit)
        const letters = found.ids.map((id) =>
          findLetter(connection, id, (row) => findCopy(connection, ownerId, row.rank)),
        )
        return { rows: letters.filter((letter) => letter !== null), next: found.next }
      })
    },
  }
}

type Found = { readonly ids: readonly number[]; readonly next: string | null }

function newestPage(parts: Parts, questions: readonly Question[], cursor: Cursor, limit: number): Found {
  const { rows, next } = pageOf(takeAny(parts, questions, cursor.below, limit + 1), limit, (id) => id)
  return { ids: rows, next }
}

/** The cursor keeps the newest hit, so that new mail moves nothing between pages. */
function bestPage(parts: Parts, questions: readonly Question[], cursor: Cursor, limit: number): Found {
  const newest = takeAny(parts, questions, cursor.below, mostRanked)
  const words = [...new Set(questions.flatMap((one) => (one.words === null ? [] : [`(${one.words})`])))]
  const best = words.length < questions.length ? newest : parts.tail.bestFirst(words.join(' OR '), newest)
  const end = cursor.skip + limit
  return {
    ids: best.slice(cursor.skip, end),
    next: best.length > end ? `${(newest[0] ?? 0) + 1}.${end}` : null,
  }
}

/** The newest hits of all alternatives, each once: of every one no more than of all are needed. */
function takeAny(
  parts: Parts,
  questions: readonly Question[],
  before: number,
  most: number,
): readonly number[] {
  const [only] = questions
  if (only !== undefined && questions.length === 1) return take(parts, only, before, most)
  const hits = new Set(questions.flatMap((question) => take(parts, question, before, most)))
  return [...hits].sort((one, other) => other - one).slice(0, most)
}
