import type { Format } from '../../formats/format.ts'
import type { Parcel } from '../../formats/parcel.ts'
import type { Context } from '../context.ts'
import { readDebate } from '../debates/read.ts'
import { rootOf } from '../tasks/root.ts'
import { parse } from './documents.ts'
import type { Folder } from './folder.ts'

/** A message with the message that it answers and the thread that it joins; `null` for none. */
export type Joined = {
  readonly parcel: Parcel
  readonly parent: number | null
  readonly thread: number | null
}

/** Finds the thread of mail that is delivered: by its answer, its thread, its task, or the present topic. */
export function openJoining(
  context: Context,
  format: Format,
  folder: Folder,
): (parcel: Parcel) => Promise<Joined> {
  const { exchange } = context.store

  /** Read when it is needed: another program may have changed it. */
  function topicName(): string | null {
    const { topic } = format
    const text = topic === undefined ? null : folder.read(topic.path)
    const document = text === null ? undefined : parse(text)
    return document === undefined || topic === undefined ? null : topic.nameIn(document)
  }

  async function threadNamed(name: string): Promise<number | null> {
    const { thread } = await exchange.placeOf(format.name, { replyTo: null, thread: name })
    return thread ?? (await rootOf(context, name))?.thread ?? null
  }

  /** A claim opens a debate of its own while that of the present topic goes on. */
  async function isOwnDebate({ kind }: Parcel, thread: number | null): Promise<boolean> {
    return kind === 'claim' && thread !== null && (await readDebate(context, thread)).debate.rounds > 0
  }

  return async (parcel) => {
    const { replyTo, thread: written, task } = parcel
    if (replyTo === null && written === null) {
      const name = topicName()
      const thread = name === null ? null : await threadNamed(name)
      if (name === null || (await isOwnDebate(parcel, thread))) return { parcel, parent: null, thread: null }
      return { parcel: { ...parcel, thread: name }, parent: null, thread }
    }
    const { parent, thread } = await exchange.placeOf(format.name, { replyTo, thread: written })
    return { parcel, parent, thread: thread ?? (task === null ? null : await threadNamed(task)) }
  }
}
