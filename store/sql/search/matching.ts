import type { SearchedText } from '../../../src/domain/query/query.ts'
import type { Connection } from '../connection.ts'
import type { Work } from '../work.ts'
import type { Document } from './documents.ts'

/** How an engine says what its index is asked for. Both sides of its words stand in brackets. */
export type Language = {
  readonly and: string
  readonly or: string
  readonly except: string
  /** Words that follow one another in a text, or in any (`null`); the last as a beginning where `prefix`. */
  phrase(words: string, within: SearchedText | null, prefix: boolean): string
  /** One of the facts of a message, or all that begin so. */
  fact(word: string, prefix: boolean): string
}

/** What the index is asked for. */
export type Asked = {
  readonly match: string
  /** Parts of words that each hit has in its text, in whatever case, unless that text is more than ASCII. */
  readonly parts: readonly string[]
  /** No id up to this one is meant. */
  readonly above: number
}

/** Ids, newest first; what is not looked at yet lies below `rest`, which is 0 where that is nothing. */
export type Hits = { readonly ids: readonly number[]; readonly rest: number }

/** An engine's index of texts together with what that does not have yet: what it says is exact at once. */
export type Matching = {
  readonly language: Language
  /** The newest matching messages below an id, up to a limit. There may be more even if fewer are returned. */
  newest(asked: Asked, below: number, most: number): Work<Hits>
  /** Which of these match. Those beyond a limit may be left for later. */
  among(match: string, ids: readonly number[], most: number): Work<Hits>
  /** These messages as the index has them, or would. */
  documents(ids: readonly number[]): Work<readonly Document[]>
  /** The beginning of a body, as far as words are looked for in it, wherever it lies. @throws MailError where it is lost */
  beginningOf(message: number): Work<string>
}

/** The index as a connection sees it. */
export type MatchingOn = (at: Connection) => Matching
