import { MailError } from '../../../src/domain/errors.ts'
import type { Query } from '../../../src/domain/query/query.ts'
import type { MessageStore, ViewStore } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { pageOf } from '../database/cursors.ts'
import { findCopy } from '../rows/copies.ts'
import { findLetter } from '../rows/letters.ts'
import { namesOf } from '../rows/names.ts'
import { tallyBoxes } from './box-tally.ts'
import { findThreads, firstArrived } from './search-lookups.ts'
import { planSearch, type SearchPlan } from './search-plan.ts'
import { hasStates, newestCopies } from './search-states.ts'
import { openTail, type Tail } from './search-tail.ts'
import { readSearchedBodies } from './searched-bodies.ts'
import { integer, openTextIndex, type TextIndex } from './text-index.ts'

/** Best hits are chosen among this many newest ones: the choice stays quick however much mail matches. */
const mostRanked = 500
/** As many copies of the wanted states are looked through one by one, rather than all mail that matches. */
const fewCopies = 2000
const largestBatch = 1024

export type Search = Pick<MessageStore, 'search' | 'searchCold' | 'searchedBodies' | 'alike' | 'index'> &
  Pick<ViewStore, 'tally'>
export type Parts = { readonly connection: Connection; readonly index: TextIndex; readonly tail: Tail }
type Question = {
  readonly match: string
  readonly words: string | null
  readonly parts: readonly string[]
  /** Ids between these, exclusive. */
  readonly above: number
  readonly below: number
  /** Ids to look through, newest first, where few can be meant; `null` for all mail. */
  readonly among: readonly number[] | null
  readonly accept: (id: number) => boolean
}

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
/** `below`: ids from here on are not meant. `skip`: how many of the best were already given. */
type Cursor = { readonly below: number; readonly skip: number }

export function parseCursor(text: string | null): Cursor {
  if (text === null) return { below: Number.MAX_SAFE_INTEGER, skip: 0 }
  const [below, skip = 0, ...more] = text.split('.').map(Number)
  if (below === undefined || !Number.isSafeInteger(below) || !Number.isSafeInteger(skip) || more.length > 0) {
    throw new MailError(
      'usage',
      `Invalid cursor of a search: ${text}`,
      'Use the value of `next` from the previous page.',
    )
  }
  return { below, skip }
}

/** The queries for the index: one for each alternative, none if nothing can match. */
export function ask(
  connection: Connection,
  query: Query,
  owner: number | undefined,
  now: number,
): readonly Question[] {
  return planSearch(query, (text) => findThreads(connection, text)).flatMap((plan) => {
    const { match } = plan
    return match === null || (plan.states.length > 0 && owner === undefined)
      ? []
      : [questionOf(connection, { ...plan, match }, owner, now)]
  })
}

function questionOf(
  connection: Connection,
  plan: SearchPlan & { readonly match: string },
  owner: number | undefined,
  now: number,
): Question {
  return {
    match: plan.match,
    words: plan.words,
    parts: plan.parts,
    above: plan.from === null ? 0 : firstArrived(connection, plan.from) - 1,
    below: plan.to === null ? Number.MAX_SAFE_INTEGER : firstArrived(connection, plan.to),
    among:
      owner === undefined || plan.states.length === 0
        ? null
        : newestCopies(connection, owner, plan.states, now, fewCopies),
    accept: (id) => hasStates(connection, owner, id, plan, now),
  }
}

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

export function take(parts: Parts, question: Question, before: number, most: number): readonly number[] {
  const below = Math.min(before, question.below)
  const ids: number[] = []
  for (const batch of question.among
    ? batchesAmong(parts, question, question.among, below)
    : batches(parts, question, below, most)) {
    for (const id of batch) {
      if (!question.accept(id)) continue
      ids.push(id)
      if (ids.length >= most) return ids
    }
  }
  return ids
}

/** All that match, newest first: the tail, then the index. Each batch is a short read of its own. */
function* batches(
  { connection, index, tail }: Parts,
  question: Question,
  below: number,
  first: number,
): Generator<readonly number[]> {
  const upto = index.upto()
  const sql = `SELECT rowid AS id FROM messages_text WHERE messages_text MATCH ? AND rowid > ${integer} AND rowid < ${integer} ORDER BY rowid DESC LIMIT ? + 0`
  for (
    let cursor = below, most = first;
    cursor > question.above + 1;
    most = Math.min(most * 2, Math.max(first, largestBatch))
  ) {
    const inTail = cursor > upto + 1
    const above = inTail ? Math.max(upto, question.above) : question.above
    const batch = inTail
      ? tail.match(question.match, above, cursor, most, question.parts)
      : (connection.statement(sql).all(question.match, above, cursor, most) as { id: number }[]).map(
          ({ id }) => id,
        )
    yield batch
    if (batch.length === most) cursor = batch.at(-1) ?? 0
    else if (inTail) cursor = upto + 1
    else return
  }
}

function* batchesAmong(
  { connection, index, tail }: Parts,
  question: Question,
  among: readonly number[],
  below: number,
): Generator<readonly number[]> {
  const upto = index.upto()
  const statement = connection.statement(
    `SELECT rowid FROM messages_text WHERE messages_text MATCH ? AND rowid = ${integer}`,
  )
  for (const id of among) {
    if (id <= question.above || id >= below) continue
    const matches =
      id > upto
        ? tail.match(question.match, id - 1, id + 1, 1).length > 0
        : statement.get(question.match, id) !== undefined
    if (matches) yield [id]
  }
}
