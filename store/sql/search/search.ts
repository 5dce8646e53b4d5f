import { boxes } from '../../../src/domain/delivery.ts'
import { isLost } from '../../../src/domain/errors.ts'
import { bestFirst } from '../../../src/domain/query/best.ts'
import { isSealed } from '../../../src/domain/seal.ts'
import type { MessageStore, ViewStore } from '../../mail-store.ts'
import { type Cursor, parseCursor } from '../../shared/search-cursor.ts'
import type { ViewTally } from '../../view-store.ts'
import type { Connection } from '../connection.ts'
import { pageOf } from '../cursors.ts'
import { countUnread, lapsed } from '../rows/counts.ts'
import { findOwnedLetter } from '../rows/letters.ts'
import { findNumber } from '../rows/names.ts'
import { eachBeside, sideBySide } from '../side-by-side.ts'
import { flatMapped, mapped, type Work, type Working } from '../work.ts'
import type { Matching, MatchingOn } from './matching.ts'
import { ask, type Question } from './questions.ts'
import { take } from './taking.ts'

/** Best hits are chosen among this many newest ones: the choice stays quick however much mail matches. */
const mostRanked = 500

type Search = Pick<MessageStore, 'search' | 'searchedBodies'> & Pick<ViewStore, 'tally'>

export function openSearch(connection: Connection, matchingOn: MatchingOn): Working<Search> {
  return {
    tally: (address, searches, now, most) =>
      connection.read(function* (at) {
        const matching = matchingOn(at)
        const { language } = matching
        const owner = yield* findNumber(at, address)
        const found = yield* mapped(searches, function* (query) {
          const questions = yield* ask({ connection: at, language, owner, now }, query)
          return (yield* takeAny(matching, questions, Number.MAX_SAFE_INTEGER, most)).length
        })
        return { ...(yield* tallyBoxes(at, owner, now, most)), found }
      }),
    searchedBodies: (messages) => searchedBodies(connection, messages),
    *search(query, address, now, page) {
      const cursor = parseCursor(page.after)
      return yield* connection.read(function* (at) {
        const matching = matchingOn(at)
        const { language } = matching
        const owner = address === null ? undefined : yield* findNumber(at, address)
        const questions = yield* ask({ connection: at, language, owner, now }, query)
        const found = page.best
          ? yield* bestPage(matching, questions, cursor, page.limit)
          : yield* newestPage(matching, questions, cursor, page.limit)
        const [letters, bodies] = yield* eachBeside(
          at,
          (beside) => sideBySide(beside, found.ids, (each, id) => findOwnedLetter(each, id, owner)),
          (beside) => searchedBodies(beside, page.bodies ? found.ids : []),
        )
        // An index that is damaged may know of mail that is not there.
        const isThere = (_: unknown, place: number) => letters[place] !== null
        return {
          rows: letters.filter((letter) => letter !== null),
          bodies: bodies.filter(isThere),
          next: found.next,
        }
      })
    },
  }

  function searchedBodies(at: Connection, messages: readonly number[]): Work<string[]> {
    return sideBySide(at, messages, (each, message) => searchedBody(matchingOn(each), message))
  }
}

/** What search looks through. A lost body is empty: it must not keep others from being found. So is a sealed one. */
function* searchedBody(matching: Matching, message: number): Work<string> {
  try {
    const body = yield* matching.beginningOf(message)
    return isSealed(body) ? '' : body
  } catch (error) {
    if (!isLost(error)) throw error
    return ''
  }
}

type Found = { readonly ids: readonly number[]; readonly next: string | null }

function* newestPage(
  matching: Matching,
  questions: readonly Question[],
  cursor: Cursor,
  limit: number,
): Work<Found> {
  const { rows, next } = pageOf(
    yield* takeAny(matching, questions, cursor.below, limit + 1),
    limit,
    (id) => id,
  )
  return { ids: rows, next }
}

/** The cursor keeps the newest hit, so that new mail moves nothing between pages. */
function* bestPage(
  matching: Matching,
  questions: readonly Question[],
  cursor: Cursor,
  limit: number,
): Work<Found> {
  const newest = yield* takeAny(matching, questions, cursor.below, mostRanked)
  const isByWords = questions.every(({ texts }) => texts.length > 0)
  const wanted = questions.flatMap(({ texts }) => texts)
  const best = isByWords ? bestFirst(wanted, yield* matching.documents(newest)) : newest
  const end = cursor.skip + limit
  return {
    ids: best.slice(cursor.skip, end),
    next: best.length > end ? `${(newest[0] ?? 0) + 1}.${end}` : null,
  }
}

/** The newest hits of all alternatives, each once: of every one no more than of all are needed. */
function* takeAny(
  matching: Matching,
  questions: readonly Question[],
  before: number,
  most: number,
): Work<readonly number[]> {
  const [only] = questions
  if (only !== undefined && questions.length === 1) return yield* take(matching, only, before, most)
  const hits = yield* flatMapped(questions, (question) => take(matching, question, before, most))
  return [...new Set(hits)].sort((one, other) => other - one).slice(0, most)
}

type Counted = Omit<ViewTally, 'unread' | 'found'>

const upTo = (from: string) => `(SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT @most) x)`
const talliedSql = `SELECT coalesce((SELECT o.owed FROM owed_answers o WHERE o.agent_id = @owner), 0) AS owed,
(SELECT CAST(coalesce(sum(p.copies), 0) AS bigint) FROM pressing p WHERE p.sender_id = @owner AND p.what IN (owing_only, owing_and_urgent))
  + ${upTo(`deliveries d INDEXED BY deliveries_lapsed_to WHERE ${lapsed} AND d.sender_id = @owner`)} AS asked,
${upTo('drafts WHERE owner_id = @owner')} AS drafts,
${upTo(`deliveries WHERE agent_id = @owner AND box = ${boxes.indexOf('snoozed')} AND snoozed_until > @now`)} AS snoozed,
${upTo(`deliveries WHERE agent_id = @owner AND box = ${boxes.indexOf('dead')}`)} AS dead`
const nothing: Counted = { owed: 0, asked: 0, drafts: 0, snoozed: 0, dead: 0 }

/** The contents of an owner's boxes: counted as mail came, or by an index up to a limit. */
function* tallyBoxes(
  connection: Connection,
  owner: number | undefined,
  now: number,
  most: number,
): Work<Omit<ViewTally, 'found'>> {
  const counted = yield* connection.row<Counted>(talliedSql, { owner: owner ?? -1, now, most })
  return { ...(counted ?? nothing), unread: (yield* countUnread(connection, owner, now)).total }
}
