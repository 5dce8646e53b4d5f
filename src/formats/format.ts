import type { DeadlockReason, Verdict } from '../domain/debates/debate.ts'
import type { Decision } from '../domain/debates/decision.ts'
import type { Status } from '../domain/delivery.ts'
import type { Json, JsonObject } from '../domain/json.ts'
import type { Kind } from '../domain/kind.ts'
import type { AgentState } from '../domain/roster.ts'
import type { Parcel } from './parcel.ts'

export const formatNames = ['haak', 'mail', 'gastown', 'adr003', 'cccc'] as const
export type FormatName = (typeof formatNames)[number]

/** What of a parcel may be lost or blurred on the way through a format. */
export type Loss = Exclude<keyof Parcel, 'id'>

export type ForeignAgent = {
  readonly address: string
  readonly role: string | null
  readonly swarm: string | null
  readonly session: string | null
  readonly tags: readonly string[]
  readonly state: AgentState
}

/** A group, a queue or a channel that a format knows. */
export type ForeignPlace =
  | { readonly type: 'group'; readonly name: string; readonly members: readonly string[] }
  | {
      readonly type: 'queue'
      readonly name: string
      readonly status: 'active' | 'paused' | 'closed'
      readonly order: 'fifo' | 'priority'
      readonly maxConcurrency: number | null
      readonly claimers: readonly string[]
      readonly counts: Readonly<Record<'available' | 'processing' | 'completed' | 'failed', number>>
    }
  | {
      readonly type: 'channel'
      readonly name: string
      readonly status: 'active' | 'closed'
      readonly subscribers: readonly string[]
      readonly retainCount: number | null
      readonly retainHours: number | null
    }

/** What happened to a message that the format tells of in another place. */
export type Mark = {
  readonly id: string
  readonly owner: string
  readonly status: Status
  readonly at: number
}

/** A debate as it stands, for formats that tell of it beside its messages. Times are milliseconds since 1970. */
export type ForeignDebate = {
  /** Its first message's id, and that of the one that decided it, in the format. */
  readonly id: string
  readonly decidedBy: string | null
  readonly task: string | null
  readonly topic: string
  readonly participants: readonly string[]
  readonly stances: Readonly<Record<string, string | null>>
  readonly rounds: number
  readonly verdict: Verdict
  readonly deadlockReason: DeadlockReason | null
  readonly allowed: readonly Kind[]
  readonly decision: Decision | null
  readonly openedAt: number
  readonly lastAt: number
}

/** What a format tells of a debate beside its messages: taken only where these do not tell it. */
export type Ruling = { readonly parcel: Parcel; readonly where: string; readonly decision: Decision | null }

/** What a file turned out to hold. `where` says in which line or entry of which file. */
export type Found =
  | { readonly type: 'parcel'; readonly parcel: Parcel; readonly where: string }
  | ({ readonly type: 'ruling' } & Ruling)
  | { readonly type: 'mark'; readonly mark: Mark; readonly where: string }
  | { readonly type: 'agent'; readonly agent: ForeignAgent; readonly where: string }
  | { readonly type: 'place'; readonly place: ForeignPlace; readonly where: string }
  | { readonly type: 'skipped'; readonly where: string; readonly why: string }

/** A kind of file. `lines`: a JSON value a line, only ever appended to. `document`: one JSON value. */
export type Part = {
  readonly shape: 'lines' | 'document'
  /** Must never throw, whatever it is given. */
  readonly read: (value: Json, where: string) => readonly Found[]
}

/**
 * What is written. `line` is appended to a file of lines, `file` is a file of its own, `entry` goes into a document
 * that others write to as well; a `renewal` brings an entry up to date where there is one, a `removal` takes it out.
 * `key` says which piece it is: what is there already is not written again, an entry only brought up to date.
 */
export type Piece = {
  readonly path: string
  readonly how: 'line' | 'file' | 'entry' | 'renewal' | 'removal'
  readonly key: string
  readonly value: JsonObject
  /** Where an earlier state of it may lie: a file that goes once this one is there, a line that is left as it is. */
  readonly earlier?: string
  /** What its document says beside its entries. */
  readonly beside?: JsonObject
}

/** News of an entry that a document has: its state now, or `null` for what no longer belongs there. */
export type Renewal = { readonly value: JsonObject | null; readonly beside?: JsonObject }

/** Under what a message of ours is known to a format: its UUID, ids that the format gave it, and its sender. */
export type Reference = { readonly uuid: string; readonly ids: readonly string[]; readonly from: string }

/**
 * One of the five: pure text and values, no files. What comes in goes out equal, but for what `loses` says; what
 * the format says beyond our fields survives in `meta`.
 */
export type Format = {
  readonly name: FormatName
  readonly loses: readonly Loss[]
  /** How a file is read that lies at this path in a folder; `null`: it is none of this format's. */
  readonly partOf: (path: string) => Part | null
  /** Where its files lie in a larger folder that may be named in their place, the largest first. */
  readonly within?: readonly string[]
  /** How a single file is read that was named by itself. */
  readonly partNamed: (name: string) => Part
  /** Files are read in this order: as they lie (`path`), or their messages by when they were sent (`time`). */
  readonly order: 'path' | 'time'
  /** What a name is that nobody knows. */
  readonly unknownName: (name: string) => 'agent' | 'role'
  /** How long mail lives that says nothing of it, by what brought it (`to`, `all`, `role:x` …); in milliseconds. */
  readonly lifetime: (via: string) => number | null
  /** The id of a message, or of one owner's copy, in this format. */
  readonly idOf: (reference: Reference, owner: string | null) => string
  /** What an answer to a message names, where that is not the message's id. */
  readonly correlate?: (reference: Reference, meta: JsonObject | null) => string
  /** `everywhere`: also where it did not come from, as whoever carries the mail would put it. */
  readonly print: (parcel: Parcel, everywhere?: boolean) => readonly Piece[]
  readonly printAgents: (agents: readonly ForeignAgent[]) => readonly Piece[]
  readonly printPlaces: (places: readonly ForeignPlace[]) => readonly Piece[]
  readonly printDebates?: (debates: readonly ForeignDebate[]) => readonly Piece[]
  /** Which pieces a file holds already, by their keys. */
  readonly keysOf: (path: string, value: Json) => readonly string[]
  /** A document with more entries in it. @throws UnreadableError where it cannot hold any */
  readonly join: (
    path: string,
    document: Json | null,
    entries: readonly JsonObject[],
    beside?: JsonObject,
  ) => Json
  /** A document with those of its entries brought up to date that are behind; the same one where none is. */
  readonly renew?: (
    path: string,
    document: Json,
    renewals: ReadonlyMap<string, Renewal>,
  ) => { readonly document: Json; readonly changed: number }
  /** What goes to other swarms goes in an envelope for each. */
  readonly envelopes?: true
  /** Two accounts of one message as one; `null`: they are of two messages. */
  readonly merge: (one: Parcel, other: Parcel) => Parcel | null
  /** A document in which those of its entries that were carried on are marked so; `null` where nothing changes. */
  readonly delivered?: (path: string, document: Json, wasTaken: (key: string) => boolean) => Json | null
}
