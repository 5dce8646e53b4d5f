import type { Departure, EventCursor, Page } from '../../../store/mail-store.ts'
import { noQuestion } from '../../domain/addressing/roster-question.ts'
import { isMailError } from '../../domain/errors.ts'
import type { Json } from '../../domain/json.ts'
import type { Format, Found } from '../../formats/format.ts'
import type { Skipped } from '../../formats/gather.ts'
import type { ExchangeValue } from '../../values/exchange-schema.ts'
import type { Context } from '../context.ts'
import { openChangedFiles } from './changed-files.ts'
import { type Given, openCheckpoint } from './checkpoint.ts'
import { debatesOut, settleBrought } from './debates-out.ts'
import { all } from './directory.ts'
import { parse } from './documents.ts'
import { openDoubts } from './doubts.ts'
import type { Folder, LinePlace } from './folder.ts'
import { KnownFiles, notedFolder } from './known-files.ts'
import { openOrchestrator } from './orchestrator.ts'
import { openOutgoing, parted } from './outgoing.ts'
import { noJson, readFolder, readText } from './read-folder.ts'
import { printedAgents } from './roster-out.ts'
import { openSeenRoster } from './seen-roster.ts'
import { openSynced, type Synced } from './synced.ts'
import { takeIn } from './take-in.ts'
import { Writer } from './write-out.ts'

/** Malformed input may still be being written; it is reported after this many rounds. */
const patience = 4
const pageSize = 200
const tries = 20

export type Syncing = {
  round(): Promise<ExchangeValue>
  /** Saves where the last round ended. */
  end(): Promise<void>
}

/**
 * One round takes in what changed in the folder, then gives out what changed in the store. The first one goes on where the
 * last run ended. If the folder has since lost something, or has other content, it gets everything that it lacks.
 */
export function openSyncing(context: Context, format: Format, own: Folder, once: boolean): Syncing {
  const doubts = openDoubts(once ? 1 : patience)
  const known = new KnownFiles(format, own)
  const folder = notedFolder(own, known)
  const checkpoint = openCheckpoint(context, format, folder)
  const files = openChangedFiles(format, folder, known, doubts.has)
  const synced = format.states === undefined ? null : openSynced(context, format, folder)
  const writer = new Writer(format, folder, true, synced)
  const giving = openGiving(context, format, writer, synced)
  const seen = openSeenRoster(context, format, folder)
  const orchestrator = format.delivered && openOrchestrator(context, format, folder, { notifies: true })
  let isFirst = true
  let storeChanged = false
  let version = -1
  let given: Given | null = null

  async function noteRoster(): Promise<void> {
    const { version: now } = await context.store.roster.lookUp(noQuestion)
    if (now !== version) files.rosterChanged()
    version = now
  }

  function* found(only: ReadonlySet<string>): Generator<Found> {
    const saw = (path: string, value: Json) => writer.note(path, value)
    yield* readFolder(format, folder, { only, from: known.places, saw, known })
    // Data written into a file that we had just replaced exists nowhere else.
    for (const { path, text } of folder.strays()) {
      const part = format.partOf(path)
      if (part !== null) yield* readText(part, text, path)
    }
  }

  async function save(isLast: boolean): Promise<void> {
    if (given !== null && writer.isDone) await checkpoint.save(given, known, isLast)
  }

  async function round(): Promise<ExchangeValue> {
    await noteRoster()
    const before = isFirst && format.isReadOnly !== true ? await checkpoint.load(known.files) : given
    const { changed, isLeft } = files.since(storeChanged)
    const goesOn = before !== null && (isLeft || !isFirst)
    const written = writer.written
    const told = writer.skipped.length
    const again: number[] = []
    const taken = await takeIn(context, format, folder, found(changed), {
      seen,
      orchestrator,
      synced,
      // What a new file says of known mail may be of the past.
      again: (message, where) => isFirst && goesOn && files.isFresh(where) && again.push(message),
    })
    orchestrator?.ended()
    files.note(changed, taken, !goesOn)
    isFirst = false
    const skipped = doubts.settle(changed, taken.skipped, (one) => isUnfinished(one, known.places))
    if (format.isReadOnly) return { read: taken.read, written: taken.written, skipped }
    const unsettled = await settleBrought(context, format)
    const gave = await giving(goesOn ? before : null, [...taken.restated, ...again])
    storeChanged = gave.isChanged
    const debates = await debatesOut(context, format, goesOn ? before.debates : undefined)
    writer.add(debates.pieces)
    writer.flush()
    await synced?.save()
    given = { mail: gave.mail, changes: gave.changes, debates: debates.next }
    if (once) writer.leaveWaiting()
    for (const path of changed) markDelivered(format, folder, path, taken.has)
    await save(once)
    return {
      read: taken.read,
      written: taken.written + writer.written - written,
      skipped: [...skipped, ...unsettled, ...writer.skipped.slice(told)],
    }
  }

  return { round, end: () => save(true) }
}

type Gave = Pick<Given, 'mail' | 'changes'> & { readonly isChanged: boolean }

/** Mail that the folder may lack: everything, or new mail and changes since the last time. Answers what it has now. */
function openGiving(
  context: Context,
  format: Format,
  writer: Writer,
  synced: Synced | null,
): (before: Given | null, more: readonly number[]) => Promise<Gave> {
  const { exchange, log, messages, roster } = context.store
  const outgoing = openOutgoing(context, format)

  async function write(departures: readonly Departure[]): Promise<void> {
    const ready = []
    const [sound, damaged] = parted(departures)
    for (const departure of sound) ready.push(await outgoing(departure))
    writer.skipped.push(...damaged)
    const names = ready.flatMap((one) => one.names)
    if (names.length > 0) await exchange.name(format.name, names)
    const parcels = ready.flatMap((one) => one.parcels)
    await synced?.load(parcels.map(({ id }) => id))
    for (const parcel of parcels) writer.add(format.print(parcel, true))
  }

  /** The messages that something happened to since then: a change during this round is left to the next. */
  async function changedSince(seen: EventCursor): Promise<{ changed: Set<number>; changes: EventCursor }> {
    const changed = new Set<number>()
    for (let after = seen; ; ) {
      const { rows, next, more } = await log.since(after, pageSize)
      for (const { message } of rows) changed.add(message)
      if (!more) return { changed, changes: next }
      after = next
    }
  }

  return async (before, more) => {
    const { changed, changes } =
      before === null
        ? { changed: new Set<number>(), changes: await log.newest() }
        : await changedSince(before.changes)
    const isChanged = before === null || changed.size > 0
    if (before !== null) for (const id of more) changed.add(id)
    const { cursor: mail } = await messages.newest()
    const which = before === null ? { until: mail } : { since: before.mail, until: mail }
    for (let after: string | null = null; ; ) {
      const page: Page<Departure> = await exchange.departures(format.name, which, { limit: pageSize, after })
      await write(page.rows)
      for (const { message } of page.rows) changed.delete(message.id)
      after = page.next
      if (after === null) break
    }
    const known = [...changed]
    for (let at = 0; at < known.length; at += pageSize)
      await write(await exchange.departuresOf(format.name, known.slice(at, at + pageSize)))
    writer.add(printedAgents(format, await all((next) => roster.list({}, { limit: 500, after: next }))))
    return { mail, changes, isChanged }
  }
}

function markDelivered(
  format: Format,
  folder: Folder,
  path: string,
  wasTaken: (key: string) => boolean,
): void {
  for (let attempt = 0; format.delivered !== undefined && attempt < tries; attempt += 1) {
    const text = readable(folder, path)
    const document = text === null ? undefined : parse(text)
    const marked = document === undefined ? null : format.delivered(path, document, wasTaken)
    if (marked === null || folder.change(path, text, `${JSON.stringify(marked, null, 2)}\n`)) return
  }
}

/** Unreadable input was already reported on import. */
function readable(folder: Folder, path: string): string | null {
  try {
    return folder.read(path)
  } catch (error) {
    if (isMailError(error)) return null
    throw error
  }
}

/** Invalid JSON may be a document that is still being written, and so may a last line without its end. */
function isUnfinished({ where, why }: Skipped, places: ReadonlyMap<string, LinePlace>): boolean {
  if (!why.startsWith(noJson)) return false
  const [, path, number] = /^(.*):(\d+)$/u.exec(where) ?? []
  return path === undefined || Number(number) > (places.get(path)?.number ?? 0)
}
