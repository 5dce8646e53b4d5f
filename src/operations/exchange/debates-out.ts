import type { DebateRow, Page } from '../../../store/mail-store.ts'
import { verdictOf } from '../../domain/debates/debate.ts'
import { shortId } from '../../domain/id.ts'
import type { ForeignDebate, Format, Piece } from '../../formats/format.ts'
import type { Skipped } from '../../formats/gather.ts'
import { type ReadDebate, readDebate } from '../debates/read.ts'
import { decisionIn, settleDebate } from '../debates/settle.ts'
import { topicOf } from '../debates/value.ts'
import type { Context } from '../operation.ts'

const pageSize = 100
const mostSettled = 50

/** A format's documents about debates: all of them at first, then those with new messages. */
export function openDebatesOut(context: Context, format: Format): () => Promise<readonly Piece[]> {
  const { debates } = context.store
  let told = 0
  return async () => {
    const print = format.printDebates
    if (print === undefined) return []
    const found: ForeignDebate[] = []
    let newest = told
    for (let after: string | null = null; ; ) {
      const page: Page<DebateRow> = await debates.list(null, { limit: pageSize, after })
      const rows = page.rows.filter((row) => row.newest > told)
      for (const { thread } of rows) found.push(await foreignDebate(context, format, thread))
      newest = Math.max(newest, ...rows.map((row) => row.newest))
      after = page.next
      if (after === null || rows.length < page.rows.length) break
    }
    told = newest
    return print(found)
  }
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
