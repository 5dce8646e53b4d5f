import type { Departure, EventCursor, MessageCursor, Page } from '../../../store/mail-store.ts'
import { isMailError } from '../../domain/errors.ts'
import type { Json } from '../../domain/json.ts'
import type { Format, Found } from '../../formats/format.ts'
import type { Skipped } from '../../formats/gather.ts'
import type { Context } from '../operation.ts'
import { openChangedFiles } from './changed-files.ts'
import { openDebatesOut, settleBrought } from './debates-out.ts'
import { all } from './directory.ts'
import { parse } from './documents.ts'
import { openDoubts } from './doubts.ts'
import type { Folder, LinePlace } from './folder.ts'
import { openOrchestrator } from './orchestrator.ts'
import { openOutgoing, parted } from './outgoing.ts'
import { noJson, readFolder, readText } from './read-folder.ts'
import { printedAgents } from './roster-out.ts'
import type { ExchangeValue } from './schema.ts'
import { openSeenRoster } from './seen-roster.ts'
import { openSynced, type Synced } from './synced.ts'
import { takeIn } from './take-in.ts'
import { Writer } from './write-out.ts'

/** Malformed input may still be being written; it is reported after this many rounds. */
const patience = 4
const pageSize = 200
const tries = 20
/** Answered with the roster's version alone. */
const noQuestion = { names: [], roles: [], tags: [], swarms: [], people: false, everyone: false }

/** One round takes in what changed in the folder, then gives out what changed in the store. */
export function openSyncing(
  context: Context,
  format: Format,
  folder: Folder,
  once: boolean,
): () => Promise<ExchangeValue> {
  const doubts = openDoubts(once ? 1 : patience)
  const files = openChangedFiles(format, folder, doubts.has)
  const synced = format.states === undefined ? null : openSynced(context, format, folder)
  const writer = new Writer(format, folder, true, synced)
  const give = openGiving(context, format, writer, synced)
  const debates = openDebatesOut(context, format)
  const seen = openSeenRoster(context, format, folder)
  const orchestrator = format.delivered && openOrchestrator(context, format, folder)
  let storeChanged = false
  let version = -1

  async function noteRoster(): Promise<void> {
    const { version: now } = await context.store.roster.lookUp(noQuestion)
    if (now !== version) files.rosterChanged()
    version = now
  }

  function* found(only: ReadonlySet<string>): Generator<Found> {
    const saw = (path: string, value: Json) => writer.note(path, value)
    yield* readFolder(format, folder, { only, from: files.places, saw })
    // Data written into a file that we had just replaced exists nowhere else.
    for (const { path, text } of folder.strays()) {
      const part = format.partOf(path)
      if (part !== null) yield* readText(part, text, path)
    }
  }

  return async () => {
    await noteRoster()
    const changed = files.since(storeChanged)
    const written = writer.written
    const told = writer.skipped.length
    const taken = await takeIn(context, format, folder, found(changed), { seen, orchestrator, synced })
    orchestrator?.ended()
    files.note(changed, taken)
    const skipped = doubts.settle(changed, taken.skipped, (one) => isUnfinished(one, files.places))
    if (format.isReadOnly) return { read: taken.read, written: taken.written, skipped }
    const unsettled = await settleBrought(context, format)
    storeChanged = await give(taken.restated)
    writer.add(await debates())
    writer.flush()
    await synced?.save()
    if (once) writer.leaveWaiting()
    for (const path of changed) markDelivered(format, folder, path, taken.has)
    return {
      read: taken.read,
      written: taken.written + writer.written - written,
      skipped: [...skipped, ...unsettled, ...writer.skipped.slice(told)],
    }
  }
}

/** Mail that the folder may lack: everything at first, then new mail and changes. Answers whether anything changed. */
function openGiving(
  context: Context,
  format: Format,
  writer: Writer,
  synced: Synced | null,
): (more: readonly number[]) => Promise<boolean> {
  const { exchange, log, messages, roster } = context.store
  const outgoing = openOutgoing(context, format)
  let given: MessageCursor | undefined
  let seen: EventCursor | undefined

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

  /** The messages that something happened to since the last round: a change during this one is left to the next. */
  async function changedSince(): Promise<Set<number>> {
    const changed = new Set<number>()
    let after = seen ?? (await log.newest())
    for (let more = seen !== undefined; more; ) {
      const page = await log.since(after, pageSize)
      for (const { message } of page.rows) changed.add(message)
      ;({ next: after, more } = page)
    }
    seen = after
    return changed
  }

  return async (more) => {
    const changed = await changedSince()
    const isChanged = given === undefined || changed.size > 0
    if (given !== undefined) for (const id of more) changed.add(id)
    const { cursor: until } = await messages.newest()
    const which = given === undefined ? { until } : { since: given, until }
    for (let after: string | null = null; ; ) {
      const page: Page<Departure> = await exchange.departures(format.name, which, { limit: pageSize, after })
      await write(page.rows)
      for (const { message } of page.rows) changed.delete(message.id)
      after = page.next
      if (after === null) break
    }
    given = until
    const known = [...changed]
    for (let at = 0; at < known.length; at += pageSize)
      await write(await exchange.departuresOf(format.name, known.slice(at, at + pageSize)))
    writer.add(printedAgents(format, await all((next) => roster.list({}, { limit: 500, after: next }))))
    return isChanged
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
