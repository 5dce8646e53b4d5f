import type { MessageStore, ViewStore } from '../../mail-store.ts'
import { type Cursor, parseCursor } from '../../shared/search-cursor.ts'
import { pageOf } from '../../sql/cursors.ts'
import type { Connection } from '../database/connection.ts'
import { flatMapped, mapped } from '../database/sequences.ts'
import { findCopy } from '../rows/copies.ts'
import { findLetter } from '../rows/letters.ts'
import { namesOf } from '../rows/names.ts'
import { findAlike } from './alike.ts'
import { tallyBoxes } from './box-tally.ts'
import { type Matching, openMatching } from './matching.ts'
import { ask, type Question } from './questions.ts'
import { readSearchedBodies } from './searched-bodies.ts'
import { openTextIndex, type TextIndex } from './text-index.ts'

/** Best hits are chosen among this many newest ones: the choice stays quick however much mail matches. */
const mostRanked = 500
const largestBatch = 1024

type Search = Pick<MessageStore, 'search' | 'searchedBodies' | 'alike' | 'index'> & Pick<ViewStore, 'tally'>
type Parts = { readonly connection: Connection; readonly matching: Matching }

export function openSearch(connection: Connection, index: TextIndex = openTextIndex(connection)): Search {
  const parts = { connection, matching: openMatching(connection, index) }
  return {
    async index() {
      return index.step()
    },
    async tally(owner, searches, now, most) {
      return connection.read(async () => {
        const ownerId = await namesOf(connection).find(owner)
        const found = await mapped(searches, async (query) => {
          const questions = await ask(connection, query, ownerId, now)
          return questions.length === 0
            ? 0
            : (await takeAny(parts, questions, Number.MAX_SAFE_INTEGER, most)).length
        })
        return { ...(await tallyBoxes(connection, ownerId, now, most)), found }
      })
    },
    async alike(asked) {
      return connection.read(async () => findAlike({ ...parts, index }, asked))
    },
    async searchedBodies(messages) {
      return connection.read(async () => readSearchedBodies(connection, messages))
    },
    async search(query, owner, now, page) {
      const cursor = parseCursor(page.after)
      return connection.read(async () => {
        const ownerId = owner === null ? undefined : await namesOf(connection).find(owner)
        const questions = await ask(connection, query, ownerId, now)
        if (questions.length === 0) return { rows: [], next: null }
        const found = page.best
          ? await bestPage(parts, questions, cursor, page.limit)
          : await newestPage(parts, questions, cursor, page.limit)
        const letters = await mapped(found.ids, async (id) =>
          findLetter(connection, id, async (row) => findCopy(connection, ownerId, row.rank)),
        )
        return { rows: letters.filter((letter) => letter !== null), next: found.next }
      })
    },
  }
}

type Found = { readonly ids: readonly number[]; readonly next: string | null }
async function newestPage(
  parts: Parts,
  questions: readonly Question[],
  cursor: Cursor,
  limit: number,
): Promise<Found> {
  const { rows, next } = pageOf(await takeAny(parts, questions, cursor.below, limit + 1), limit, (id) => id)
  return { ids: rows, next }
}

/** The cursor keeps the newest hit, so that mail that arrives meanwhile moves nothing between pages. */
async function bestPage(
  parts: Parts,
  questions: readonly Question[],
  cursor: Cursor,
  limit: number,
): Promise<Found> {
  const newest = await takeAny(parts, questions, cursor.below, mostRanked)
  const words = [...new Set(questions.flatMap((one) => (one.words === null ? [] : [`(${one.words})`])))]
  const best =
    words.length < questions.length ? newest : await parts.matching.bestFirst(words.join(' | '), newest)
  const end = cursor.skip + limit
  return {
    ids: best.slice(cursor.skip, end),
    next: best.length > end ? `${(newest[0] ?? 0) + 1}.${end}` : null,
  }
}

/** The newest hits of all alternatives, each once: of every one no more than of all are needed. */
async function takeAny(
  parts: Parts,
  questions: readonly Question[],
  before: number,
  most: number,
): Promise<readonly number[]> {
  const [only] = questions
  if (only !== undefined && questions.length === 1) return take(parts, only, before, most)
  const hits = new Set(await flatMapped(questions, async (question) => take(parts, question, before, most)))
  return [...hits].sort((one, other) => other - one).slice(0, most)
}

async function take(
  parts: Parts,
  question: Question,
  before: number,
  most: number,
): Promise<readonly number[]> {
  const below = Math.min(before, question.below)
  const ids: number[] = []
  for (let cursor = below, batch = most; ; batch = Math.min(batch * 2, Math.max(most, largestBatch))) {
    const found = question.among
      ? await amongOf(parts, question, question.among, below)
      : await parts.matching.newest(question.match, question.above, cursor, batch)
    for (const id of found) {
      if (!(await question.accept(id))) continue
      ids.push(id)
      if (ids.length >= most) return ids
    }
    if (question.among || found.length < batch) return ids
    cursor = found.at(-1) ?? 0
  }
}

async function amongOf(
  { matching }: Parts,
  { match, above }: Question,
  among: readonly number[],
  below: number,
): Promise<readonly number[]> {
  const ids = among.filter((id) => id > above && id < below)
  return ids.length === 0 ? [] : matching.among(match, ids)
}
