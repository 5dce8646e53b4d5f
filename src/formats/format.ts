import type { DeadlockReason, Verdict } from '../domain/debates/debate.ts'
import type { Decision } from '../domain/debates/decision.ts'
import type { Status } from '../domain/delivery.ts'
import type { Json, JsonObject } from '../domain/json.ts'
import type { Kind } from '../domain/kind.ts'
import type { AgentState } from '../domain/roster.ts'
import type { Parcel } from './parcel.ts'

/** Those that are written, too. */
export const writtenFormats = ['haak', 'mail', 'gastown', 'adr003', 'cccc'] as const
export const formatNames = [...writtenFormats, 'claude-teams', 'cccc-ledger', 'agent-mail', 'hcom'] as const
export type FormatName = (typeof formatNames)[number]

/** Parts of a parcel that a format may lose or blur. */
export type Loss = Exclude<keyof Parcel, 'id'>

export type ForeignAgent = {
  readonly address: string
  readonly role: string | null
  readonly swarm: string | null
  readonly session: string | null
  readonly tags: readonly string[]
  readonly state: AgentState
  /** When it was last heard from there, in milliseconds since 1970; `null` if its roster does not say. */
  readonly lastSeen: number | null
}

/** Who made a place, and when, where that is known. */
type ForeignMade = { readonly maker?: string | null; readonly madeAt?: number | null }

/** A group, a queue or a channel that a format knows. */
export type ForeignPlace = ForeignMade &
  (
    | {
        readonly type: 'group'
        readonly name: string
        readonly members: readonly string[]
      }
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
  )

/** A change of a message that the format states in another place. */
export type Mark = {
  readonly id: string
  readonly owner: string
  readonly status: Status
  readonly at: number
  /** Of a message that may never have come here. */
  readonly isDeletion?: true
}

/** The present state of a debate, for formats that write it beside its messages. Times are milliseconds since 1970. */
export type ForeignDebate = {
  /** The ids, in the format, of its first message and of the message that decided it. */
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

/** A format's statement about a debate beside its messages; used only if the messages do not say it. */
export type Ruling = { readonly parcel: Parcel; readonly where: string; readonly decision: Decision | null }

/**
 * An entry of mail that its writer hands to the program that runs the mailbox. The rules of sending apply to it; if it breaks one,
 * its writer is notified.
 */
export type Due = {
  /** The message's id in the format, and what its writer calls it. */
  readonly id: string
  readonly local: string
  readonly writer: string
  /** Another one whenever the entry is. */
  readonly digest: string
  /** Its file says that somebody has delivered it already. */
  readonly delivered: boolean
  /** A rule of the format that it breaks. */
  readonly problem: string | null
}

/** The contents of a file. `where` names the line or entry, and the file. */
export type Found =
  | { readonly type: 'parcel'; readonly parcel: Parcel; readonly where: string; readonly due?: Due }
  | ({ readonly type: 'ruling' } & Ruling)
  | { readonly type: 'mark'; readonly mark: Mark; readonly where: string }
  | { readonly type: 'agent'; readonly agent: ForeignAgent; readonly where: string }
  | { readonly type: 'place'; readonly place: ForeignPlace; readonly where: string }
  | { readonly type: 'skipped'; readonly where: string; readonly why: string; readonly due?: Due }

export type ReadRecord = (value: Json, where: string) => readonly Found[]

/** The databases of other systems that are read. */
export type ForeignDatabase = 'agent-mail' | 'hcom'

/**
 * A kind of file. `lines`: one JSON value on each line, only ever appended to. `document`: one JSON value. `text`: all of it is one
 * text. `rows`: a database, whose records come one by one.
 */
export type Part = {
  readonly shape: 'lines' | 'document' | 'text' | 'rows'
  /** Must never throw, for any input. */
  readonly read: ReadRecord
  /** Which database it is. */
  readonly database?: ForeignDatabase
  /**
   * What its records say depends on those before them, in all files with this key: whoever reads them begins with a reader that
   * remembers, and reads them all.
   */
  readonly follows?: { readonly key: string; readonly begin: () => ReadRecord }
  /** The readable end of a document that is too long; without this function such a document is refused. */
  readonly endOf?: (text: string) => string | null
}

/**
 * A piece of output. `line` is appended to a file of lines, `file` is a separate file, `entry` goes into a document
 * that others also write to; a `renewal` updates an existing entry, a `removal` deletes it.
 * `key` identifies the piece: an existing piece is not written again, an existing entry is only updated.
 */
export type Piece = {
  readonly path: string
  readonly how: 'line' | 'file' | 'entry' | 'renewal' | 'removal'
  readonly key: string
  readonly value: JsonObject
  /** The place of an earlier state: a file that is removed once this one exists, or a line that is left as it is. */
  readonly earlier?: string
  /** The fields of its document beside its entries. */
  readonly beside?: JsonObject
  /** Other keys that a line of the same thing may have: where one is there, nothing is written. */
  readonly otherKeys?: readonly string[]
  /** Nobody here has a copy of it: a file that is there says what became of it, and stays as it is. */
  readonly isNobodys?: boolean
}

/** An update of an entry in a document: its present state, or `null` if it no longer belongs there. */
export type Renewal = { readonly value: JsonObject | null; readonly beside?: JsonObject }

/** How a format that keeps one record for each message carries states both ways. */
export type StateWays = {
  /** The state of a message as far as the format can say it; equal states are equal texts. */
  readonly stateOf: (parcel: Parcel) => string
  /** Their record with the state of ours; everything else stays as they wrote it. */
  readonly restated: (theirs: JsonObject, ours: JsonObject, at: number) => JsonObject
  /** Whether its program goes back from a state to another one on purpose; without it, every way back counts. */
  readonly goesBack?: (from: string, to: string) => boolean
}

/** A file beside others whose lines complete their records, such as the labels of a backup. */
export type CompletingFile = {
  readonly isAt: (path: string) => boolean
  /** What a line adds, and the id of the record that it adds it to; `null` if it makes no sense. */
  readonly noteOf: (value: Json) => { readonly id: string; readonly text: string } | null
  /** What is said of a line that makes no sense. */
  readonly refused: string
  readonly completed: (record: JsonObject, texts: readonly string[]) => JsonObject
}

/** The names of one of our messages in a format: its UUID, ids that the format gave it, and its sender. */
export type Reference = { readonly uuid: string; readonly ids: readonly string[]; readonly from: string }

/**
 * A format of another system: pure text and values, no files. An imported message is exported equal, except for `loses`;
 * the format's fields that we do not have survive in `meta`.
 */
export type Format = {
  readonly name: FormatName
  /** The names of its files, as an error lists them. */
  readonly files: string
  readonly loses: readonly Loss[]
  /** Its files are never written. */
  readonly isReadOnly?: true
  /** How to read the file at this path in a folder; `null` if it is not one of this format's. */
  readonly partOf: (path: string) => Part | null
  /** A folder with such a file is a backup: it is read and never written. */
  readonly completing?: CompletingFile
  /** Larger folders that may be named instead, the largest first, and the path of the files in them. */
  readonly within?: readonly string[]
  /** The folder of one team or group may be named, too: its own name is the first part of the paths in it. */
  readonly isNamedByFolder?: true
  /** How to read a single file that was named alone. */
  readonly partNamed: (name: string) => Part
  /** Files with a lower number are read first; without it, by path. */
  readonly rankOf?: (path: string) => number
  /** `sync` cannot follow it: it is imported, again and again. */
  readonly isImportedOnly?: true
  /** The order of reading: by path (`path`), or the messages by their time (`time`). */
  readonly order: 'path' | 'time'
  /**
   * The kind of a name that is not on the roster. Mail for such a role is also held for an agent of that name, in case
   * it proves to be one.
   */
  readonly unknownName: (name: string) => 'agent' | 'role'
  /** The default lifetime of mail in milliseconds, by its route (`to`, `all`, `role:x` …). */
  readonly lifetime: (via: string) => number | null
  /** The id of a message, or of one owner's copy, in this format. */
  readonly idOf: (reference: Reference, owner: string | null) => string
  /** The id that an answer to a message names, if that is not the message's id. */
  readonly correlate?: (reference: Reference, meta: JsonObject | null) => string
  /** `everywhere` also writes where it did not come from, as a program that delivers the mail would. */
  readonly print: (parcel: Parcel, everywhere?: boolean) => readonly Piece[]
  readonly printAgents: (agents: readonly ForeignAgent[]) => readonly Piece[]
  readonly printPlaces: (places: readonly ForeignPlace[]) => readonly Piece[]
  readonly printDebates?: (debates: readonly ForeignDebate[]) => readonly Piece[]
  /** The keys of the pieces that a file already has. */
  readonly keysOf: (path: string, value: Json) => readonly string[]
  /** A document with more entries in it. @throws UnreadableError if it cannot hold any */
  readonly join: (
    path: string,
    document: Json | null,
    entries: readonly JsonObject[],
    beside?: JsonObject,
  ) => Json
  /** A document with its outdated entries updated; the same document if there are none. */
  readonly renew?: (
    path: string,
    document: Json,
    renewals: ReadonlyMap<string, Renewal>,
  ) => { readonly document: Json; readonly changed: number }
  /** Without it, states only go forward, except where entries are renewed. */
  readonly states?: StateWays
  /** One message as several, where the other system cannot resolve its recipients. */
  readonly parts?: (parcel: Parcel, uuid: string) => readonly Parcel[]
  /** The name of every person. */
  readonly person?: string
  /** Mail to other swarms goes in one envelope for each. */
  readonly envelopes?: true
  /** Joins two accounts of one message; `null` if they are of two messages. */
  readonly merge: (one: Parcel, other: Parcel) => Parcel | null
  /** The document that names the present thread, and how it names it: mail that names none belongs there. */
  readonly topic?: { readonly path: string; readonly nameIn: (document: Json) => string | null }
  /** The document from which its reader took the entry in this file; `null` if it is no such file. */
  readonly takenFrom?: (path: string) => string | null
  /** A document with its delivered entries marked; `null` if nothing changes. */
  readonly delivered?: (path: string, document: Json, wasTaken: (key: string) => boolean) => Json | null
}
