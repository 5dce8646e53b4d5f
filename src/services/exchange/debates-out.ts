import type { DebateRow, MessageCursor, Page } from '../../../store/mail-store.ts'
import { verdictOf } from '../../domain/debates/debate.ts'
import { isMailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import type { ForeignDebate, Format, Piece } from '../../formats/format.ts'
import type { Skipped } from '../../formats/gather.ts'
import type { Context } from '../context.ts'
import { type ReadDebate, readDebate } from '../debates/read.ts'
import { decisionIn, judge, settleDebate } from '../debates/settle.ts'
import { topicOf } from '../debates/value.ts'

const pageSize = 100
const mostSettled = 50

/** A format's documents about debates: about all of them, or those with new messages since a cursor, and where to go on. */
export async function debatesOut(
  context: Context,
  format: Format,
  since?: MessageCursor,
): Promise<{ readonly pieces: readonly Piece[]; readonly next: MessageCursor }> {
  const { debates, messages } = context.store
  // Messages that arrive during this are written again the next time, rather than never.
  const { cursor: next } = await messages.newest()
  const print = format.printDebates
  if (print === undefined) return { pieces: [], next }
  const found: ForeignDebate[] = []
  for (let after: string | null = null; ; ) {
    const page: Page<DebateRow> = await debates.list(null, { limit: pageSize, after }, since)
    for (const { thread } of page.rows) found.push(await foreignDebate(context, format, thread))
    after = page.next
    if (after === null) break
  }
  return { pieces: print(found), next }
}

async function foreignDebate(context: Context, format: Format, thread: number): Promise<ForeignDebate> {
  const read = await readDebate(context, thread)
  const { debate, task, messages } = read
  const { participants, stances, rounds, deadlockReason, allowed, decidedBy } = debate
  return {
    id: (await idOf(context, format, read.thread)) ?? shortId(read.thread),
    decidedBy: decidedBy === null ? null : await idOf(context, format, decidedBy),
    task,
    topic: topicOf(read),
    participants,
    stances,
    rounds,
    verdict: verdictOf(debate),
    deadlockReason,
    allowed,
    decision: decisionIn(read),
    openedAt: messages[0]?.sentAt ?? 0,
    lastAt: lastOf(read),
  }
}

function lastOf({ messages }: ReadDebate): number {
  return Math.max(0, ...messages.map(({ sentAt }) => sentAt))
}

async function idOf({ store }: Context, format: Format, message: number): Promise<string | null> {
  const [departure] = await store.exchange.departuresOf(format.name, [message])
  if (departure === undefined) return null
  const { uuid, ids } = departure
  return format.idOf({ uuid, ids, from: departure.message.from }, null)
}

/** The process that imports a debate's messages also handles their results: decisions and deadlocks. */
export async function settleBrought(context: Context, format: Format): Promise<readonly Skipped[]> {
  if (format.printDebates === undefined) return []
  const problems: Skipped[] = []
  for (const thread of await context.store.debates.unjudged(mostSettled)) {
    const id = shortId(thread)
    for (const why of await settleDebate(context, id)) problems.push({ where: id, why })
  }
  return problems
}

/** Judges all debates that an import brought, and files what was decided. Answers what could not be done. */
export async function settleAll(context: Context): Promise<readonly Skipped[]> {
  const { debates } = context.store
  const failed = new Map<number, string>()
  for (;;) {
    const found = await debates.unjudged(mostSettled + failed.size)
    const threads = found.filter((thread) => !failed.has(thread))
    if (threads.length === 0) break
    for (const thread of threads) {
      const why = await problemOf(async () => void (await judge(context, thread)))
      if (why !== null || (await isUnjudged(context, thread)))
        failed.set(thread, why ?? 'others keep writing in it')
    }
  }
  const unfiled = await problemOf(async () => {
    for (let left = await debates.unfiled(); left > 0; ) {
      await debates.file(mostSettled)
      const now = await debates.unfiled()
      if (now >= left) break
      left = now
    }
  })
  const problems = [...failed].map(([thread, why]) => ({ where: shortId(thread), why }))
  return unfiled === null ? problems : [...problems, { where: 'SUBPOR.md', why: unfiled }]
}

async function isUnjudged({ store }: Context, thread: number): Promise<boolean> {
  const row = await store.debates.find(thread)
  return row !== null && row.judged < row.newest
}

async function problemOf(task: () => Promise<void>): Promise<string | null> {
  try {
    await task()
    return null
  } catch (error) {
    if (isMailError(error)) return error.message
    throw error
  }
}
