import { decisionEntry, entryMark } from '../../domain/debates/decision.ts'
import { shortId } from '../../domain/id.ts'
import type { Format, Ruling } from '../../formats/format.ts'
import type { Skipped } from '../../formats/gather.ts'
import type { Placed } from '../../formats/pile.ts'
import type { Context } from '../context.ts'
import { readDebate } from '../debates/read.ts'
import { rootOf } from '../tasks/root.ts'

/** Stores messages, in this order. */
export type Taking = {
  readonly skipped: Skipped[]
  /** Answers which of them are new, by their places, and counts what changed. */
  take(
    placed: readonly Placed[],
  ): Promise<{ readonly added: ReadonlyMap<number, number>; readonly written: number }>
}

/**
 * Imports decisions and blockers that are not in the messages of a debate: of debates that are not here, or have
 * no such end here. Nothing that the messages already say is repeated.
 */
export async function takeRulings(
  context: Context,
  format: Format,
  taking: Taking,
  rulings: readonly Ruling[],
): Promise<number> {
  let written = 0
  for (const { parcel, where, decision } of rulings) {
    const thread = await threadOf(context, format, parcel.thread)
    const debate = thread === null ? null : (await readDebate(context, thread)).debate
    const isTold =
      debate !== null && debate.rounds > 0 && (debate.consensus || (decision === null && debate.deadlock))
    const isTopic = decision === null && parcel.kind === 'notification' && thread !== null
    if (isTold || isTopic) continue
    const { added, written: changed } = await taking.take([{ parcel, where }])
    written += changed
    const message = added.get(0)
    if (message !== undefined && decision !== null) await keep(context, message, decision)
  }
  return written
}

async function keep(
  { store }: Context,
  message: number,
  decision: NonNullable<Ruling['decision']>,
): Promise<void> {
  const letter = await store.messages.read(message, null)
  if (letter === null) return
  const { thread } = letter.message
  const uuid = await store.messages.uuid(letter.message)
  const file = letter.message.imported?.file ?? null
  const entry = { text: decisionEntry(decision, shortId(thread), uuid, file), mark: entryMark(uuid) }
  await store.debates.decide({ message, thread, decision }, entry)
}

/** The thread that a format calls so: its first message, a name of its own, or a task of ours. */
async function threadOf({ store }: Context, format: Format, name: string | null): Promise<number | null> {
  if (name === null) return null
  const [first = null] = await store.exchange.known(format.name, [name])
  const [named = null] = await store.exchange.known(`${format.name} thread`, [name])
  if (first !== null || named !== null) return first ?? named
  return (await rootOf({ store }, name))?.thread ?? null
}
