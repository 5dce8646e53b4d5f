import { type Debate, verdictOf } from '../../domain/debates/debate.ts'
import { type Decision, decisionEntry, decisionOf, entryMark } from '../../domain/debates/decision.ts'
import { isMailError, withHint } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import { titleOf } from '../../domain/message.ts'
import type { Context } from '../context.ts'
import { requireId } from '../lookup.ts'
import { tellDeadlock, tellTopic } from './notices.ts'
import { type ReadDebate, readDebate } from './read.ts'
import { topicOf } from './value.ts'

const mostFiled = 100
const tries = 5

/** Handles what is new in a debate. Each part happens once, whichever process does it or dies. */
export type Settled = { readonly debate: Debate; readonly told: readonly string[]; readonly decided: boolean }

/** Sees to what the last message brought about. Answers warnings: the message itself is sent in any case. */
export async function settleDebate(context: Context, thread: string): Promise<readonly string[]> {
  try {
    await judge(context, await requireId(context, thread))
    await context.store.debates.file(mostFiled)
    return []
  } catch (error) {
    if (isMailError(error)) return [withHint(error)]
    throw error
  }
}

/**
 * Evaluates a debate with new messages: stores its decision and reports its deadlock. The verdict is written last, so
 * that a process that dies earlier leaves the work to the next.
 */
export async function judge(context: Context, thread: number): Promise<Settled | null> {
  const { debates } = context.store
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const row = await debates.find(thread)
    if (row === null || row.judged >= row.newest) return null
    const read = await readDebate(context, row.thread)
    const { debate } = read
    const decided = debate.consensus && (await keepDecision(context, read))
    const told = [
      ...(await tellTopic(context, read)),
      ...(debate.deadlock ? await tellDeadlock(context, read) : []),
    ]
    if (await debates.judge(row.thread, row.newest, verdictOf(debate))) return { debate, told, decided }
  }
  return null
}

async function keepDecision({ store }: Context, read: ReadDebate): Promise<boolean> {
  const { thread, messages, debate } = read
  const decision = decisionIn(read)
  const deciding = messages.find(({ id }) => id === debate.decidedBy)
  if (decision === null || deciding === undefined) return false
  const uuid = await store.messages.uuid(deciding)
  const file = deciding.imported?.file ?? null
  const entry = { text: decisionEntry(decision, shortId(thread), uuid, file), mark: entryMark(uuid) }
  return store.debates.decide({ message: deciding.id, thread, decision }, entry)
}

/** The result of a debate; `null` if there is none yet. */
export function decisionIn(read: ReadDebate): Decision | null {
  const { messages, debate, task } = read
  const spoken = messages.map((message) => ({ ...message, title: message.preview || titleOf(message) }))
  return decisionOf(debate, spoken, task ?? topicOf(read))
}
