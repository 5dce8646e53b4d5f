import type { Arrival } from '../../../store/mail-store.ts'
import type { Principal } from '../../domain/acting.ts'
import { isMailError, MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import { limits, requireListable } from '../../domain/limits.ts'
import { bytesOf } from '../../domain/prompt/bytes.ts'
import type { Format, Found } from '../../formats/format.ts'
import { type Gathered, gather, type Refused, type Skipped } from '../../formats/gather.ts'
import { type Parcel, untimed } from '../../formats/parcel.ts'
import type { Placed } from '../../formats/pile.ts'
import { type Context, doerOf } from '../context.ts'
import { randomKey } from '../mark.ts'
import { openAddressing } from './addressing.ts'
import { arrivalOf } from './arrivals.ts'
import { batches } from './batches.ts'
import { wholeDirectory } from './directory.ts'
import { enrolFound } from './enrol.ts'
import type { Folder } from './folder.ts'
import { type ForeignStates, openForeignStates } from './foreign-states.ts'
import { type Merging, openMerging } from './merging.ts'
import { type Carrying, type Orchestrator, openOrchestrator } from './orchestrator.ts'
import { type Taking, takeRulings } from './rulings.ts'
import type { SeenRoster } from './seen-roster.ts'
import { spillingPiles } from './spilling.ts'
import { applyMarks, bringForward, type Known } from './states.ts'
import type { Synced } from './synced.ts'

const batchSize = 500
/** Of where a message lay, so much is kept with it. */
const longestFile = 300
/** In bytes. Stores look messages up by these names: an index of PostgreSQL takes no more than 2,700, with what is beside the name. */
const longestName = 1500

export type TakenIn = {
  readonly read: number
  readonly written: number
  readonly skipped: readonly Skipped[]
  /** Places of messages whose addresses may mean somebody when the roster changes. */
  readonly unaddressed: readonly string[]
  /** Places of messages whose recipients have no room for them yet. */
  readonly waiting: readonly string[]
  /** Messages whose state differs from the one that came. */
  readonly restated: readonly number[]
  /** Whether a message with this id is here now. */
  has(id: string): boolean
}

/** What `sync` knows of earlier rounds. */
export type Following = {
  readonly seen?: SeenRoster
  readonly orchestrator?: Orchestrator | undefined
  /** The states that both sides last had. */
  readonly synced?: Synced | null
  /** Gets the messages that were known already. */
  readonly again?: (message: number, where: string) => void
}

/** An import notifies nobody, but refuses what `sync` refuses. */
function importing(context: Context, format: Format, folder: Folder): Following {
  if (format.delivered === undefined) return {}
  return { orchestrator: openOrchestrator(context, format, folder, { notifies: false }) }
}

/**
 * Imports the content of files: registers unknown agents, keeps times, threads and states, and skips messages that were
 * imported before.
 */
export async function takeIn(
  context: Context,
  format: Format,
  folder: Folder,
  found: Iterable<Found>,
  following: Following = importing(context, format, folder),
): Promise<TakenIn> {
  const piles = spillingPiles(folder)
  const gathering = { pile: piles.open, key: randomKey() }
  try {
    const fileOf = (where: string) => (folder.single === null ? `${folder.name}/${where}` : where)
    return await takeGathered(context, format, gather(format, found, gathering), fileOf, following)
  } finally {
    piles.close()
  }
}

async function takeGathered(
  context: Context,
  format: Format,
  gathered: Gathered,
  fileOf: (where: string) => string,
  { seen, orchestrator, synced = null, again }: Following,
): Promise<TakenIn> {
  const { count, marks, rulings } = gathered
  if (isEmpty(gathered)) return { ...nothing, skipped: gathered.skipped }
  await enrolFound(context, format, gathered, seen)
  const directory = await wholeDirectory(context.store)
  const addressing = openAddressing(format, directory, context.swarm)
  const refused = orchestrator?.refuseAll(gathered.refused, addressing) ?? gathered.refused.map(plain)
  const skipped: Skipped[] = [...gathered.skipped, ...(await refused)]
  const [unaddressed, waiting, left] = [[] as string[], [] as string[], new Set<string>()]
  const restated: number[] = []
  const foreign = openForeignStates(context, skipped)
  const merge =
    synced === null
      ? null
      : openMerging(context, format, addressing, { synced, foreign, restate: (id) => restated.push(id) })
  const taking = openTaking(
    context,
    format,
    addressing,
    { skipped, unaddressed, left },
    { fileOf, merge, again, foreign },
  )
  const carrying = { ...taking, addressing, directory, unaddressed, waiting, left }
  let [written, done] = [0, 0]
  for (const batch of batches(gathered.placed(), batchSize)) {
    written += await takeBatch(batch, carrying, orchestrator)
    done += batch.length
    context.progress?.(done, count)
  }
  written += await applyMarks(context, format, addressing, marks, { skipped, foreign })
  written += await takeRulings(context, format, taking, rulings)
  const read = count + rulings.length + marks.length
  const has = (id: string) => gathered.has(id) && !left.has(id)
  return { read, written, skipped, unaddressed, waiting, restated, has }
}

const nothing: TakenIn = {
  read: 0,
  written: 0,
  skipped: [],
  unaddressed: [],
  waiting: [],
  restated: [],
  has: () => false,
}

function isEmpty({ count, agents, places, rulings, marks, refused }: Gathered): boolean {
  return [agents, places, rulings, marks, refused].every(({ length }) => length === 0) && count === 0
}

function plain({ where, why }: Skipped): Skipped {
  return { where, why }
}

/** Mail for immediate delivery is taken one message at a time, each checked against the earlier ones. */
async function takeBatch(
  batch: readonly Placed[],
  carrying: Carrying & Taking,
  orchestrator: Orchestrator | undefined,
): Promise<number> {
  if (orchestrator === undefined) return (await carrying.take(batch)).written
  const due = await orchestrator.dueAmong(batch)
  const refused = batch.filter((one) => !due.has(one) && one.due?.problem != null)
  carrying.skipped.push(...(await orchestrator.refuseAll(refused.flatMap(refusalOf), carrying.addressing)))
  for (const { parcel } of refused) carrying.left.add(parcel.id)
  let [written, usual] = [0, [] as Placed[]]
  for (const one of batch) {
    if (refused.includes(one)) continue
    if (!due.has(one)) {
      usual.push(one)
      continue
    }
    if (usual.length > 0) written += (await carrying.take(usual)).written
    usual = []
    written += await orchestrator.deliver(one, carrying)
    // Recipients that have their copies may have gone on with them.
    if (one.outboxed !== undefined) usual.push(one)
  }
  return usual.length === 0 ? written : written + (await carrying.take(usual)).written
}

/** An entry that says that it was delivered is not judged, but must be a message of the format. */
function refusalOf({ where, due }: Placed): readonly Refused[] {
  return due?.problem == null ? [] : [{ where, why: due.problem, due }]
}

function openTaking(
  context: Context,
  format: Format,
  addressing: ReturnType<typeof openAddressing>,
  passed: Passed,
  { fileOf, merge, again: tell, foreign }: Ways,
): Taking & Pick<Carrying, 'arrivalOf' | 'store'> {
  const { skipped, left } = passed
  const importer = importerOf(context)
  const now = context.now()
  const times = { now, owedSince: now - context.settings.patrol.overdueAfter }
  const make = (one: Placed, owedSince = times.owedSince) => {
    const file = fileOf(one.where).slice(0, longestFile)
    const source = { importer, file, routed: one.routed ?? false }
    return arrivalOf(format, requireShort(one), addressing, { now, owedSince }, source)
  }
  return {
    skipped,
    // What is delivered only now is owed an answer, whatever its date says.
    arrivalOf: (one) => make(one, Number.NEGATIVE_INFINITY),
    async store(arrival) {
      const [taken] = await context.store.exchange.take(format.name, [arrival], doerOf(context), now)
      return taken ?? { id: 0, duplicate: true, differs: false }
    },
    async take(placed) {
      const arrivals: Arrival[] = []
      const sound: { readonly one: Placed; readonly place: number }[] = []
      for (const [place, one] of placed.entries()) {
        const arrival = attempt(() => make(one), one, passed)
        if (arrival === null) continue
        arrivals.push(await foreign.admitted(arrival, one.where))
        sound.push({ one, place })
      }
      const taken = await context.store.exchange.take(format.name, arrivals, doerOf(context), now)
      const added = new Map<number, number>()
      const again: Known[] = []
      for (const [at, { id, duplicate, differs }] of taken.entries()) {
        const known = sound[at]
        if (known === undefined) continue
        const { parcel, where } = known.one
        if (duplicate) tell?.(id, where)
        if (differs && parcel.sentAt !== untimed) {
          left.add(parcel.id)
          skipped.push({
            where,
            why: `the id ${parcel.id} was already imported with other content, as ${shortId(id)}`,
          })
        } else if (duplicate) again.push({ id, parcel, where })
        else {
          added.set(known.place, id)
          merge?.note(parcel)
        }
      }
      const changed =
        merge === null
          ? await bringForward(context, format, addressing, again, foreign)
          : await merge.states(again)
      return { added, written: added.size + changed }
    },
  }
}

/** An agent that acts in a person's name imports as the agent it is. */
function importerOf({ actor, principal }: Context): Principal {
  return principal?.kind === 'agent' ? principal : actor
}

type Ways = {
  readonly again: Following['again'] | undefined
  readonly fileOf: (where: string) => string
  readonly merge: Merging | null
  readonly foreign: ForeignStates
}

type Passed = {
  readonly skipped: Skipped[]
  readonly unaddressed: string[]
  /** Ids of messages that were not stored. */
  readonly left: Set<string>
}

function attempt(
  make: () => Arrival,
  { where, parcel }: Placed,
  { skipped, unaddressed, left }: Passed,
): Arrival | null {
  try {
    return make()
  } catch (error) {
    if (!isMailError(error)) throw error
    left.add(parcel.id)
    skipped.push({ where, why: error.message })
    if (error.code === 'ambiguous' || error.code === 'unknown-recipient') unaddressed.push(where)
    return null
  }
}

function requireIndexed(what: string, name: string): void {
  const bytes = bytesOf(name)
  if (bytes <= longestName) return
  throw new MailError('usage', `${what} has ${bytes} bytes; the limit is ${longestName}`)
}

function requireShort({ parcel }: Placed): Parcel {
  requireListable(parcel)
  requireIndexed('the id', parcel.id)
  for (const alias of parcel.aliases) requireIndexed('another id', alias)
  requireIndexed('the name of the thread', parcel.thread ?? '')
  requireIndexed('the task', parcel.task ?? '')
  if (parcel.body.length <= limits.body) return parcel
  throw new MailError('usage', `the body has ${parcel.body.length} characters; the limit is ${limits.body}`)
}
