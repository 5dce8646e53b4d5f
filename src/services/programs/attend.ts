import { after, every, pause } from '../../after.ts'
import { MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import { isSealedMail } from '../../domain/message.ts'
import { durationText } from '../../domain/moment.ts'
import { owesAnswer } from '../../domain/outcome.ts'
import { pendingText } from '../../domain/prompt/pending.ts'
import { pendingOf } from '../../domain/prompt/pending-mail.ts'
import { sanitizeLine } from '../../domain/sanitize.ts'
import { runLease } from '../../domain/session.ts'
import { harnessStartedBy } from '../../domain/started-harness.ts'
import { endOfWork } from '../../domain/work-end.ts'
import type { RanValue } from '../../values/programs-schema.ts'
import { type Context, doerOf, type Program, type ProgramEnd } from '../context.ts'
import { randomMark } from '../mark.ts'
import { hopsOf } from '../posting/pace.ts'
import { tellRequesters } from '../posting/tell-requesters.ts'
import { opened } from '../sealing/opened.ts'
import { newerFacts } from '../taking/as-it-stands.ts'
import { endsNow } from '../taking/ends-now.ts'
import { answersNow } from '../taking/pending-candidates.ts'
import { replacedFact } from '../taking/replaced.ts'
import { answeredBefore, answerWith } from './answer.ts'
import { patientStore } from './patient-store.ts'
import { runnerOf, type Taken } from './take.ts'

export type Attending = {
  readonly context: Context
  readonly held: Taken
  readonly command: readonly string[]
  readonly reply: boolean
  readonly timeout: number | null
  readonly stop: AbortSignal
}

/** A program that has read nothing by then has its message all the same. */
const longestFlush = 10_000

/** One message, one program: from its start to what becomes of the message. */
export async function attend(given: Attending): Promise<RanValue> {
  // Every store call of the work passes here: a program neither fails to start nor is stopped because the store is away.
  const context = { ...given.context, store: patientStore(given.context.store) }
  const began = context.now()
  const held = { ...given.held, letter: await opened(context, given.held.letter) }
  const attending = { ...given, context, held }
  if (held.letter.message.locked !== undefined) return unopened(attending, held.letter.message.locked)
  const answered = given.reply ? await answeredBefore(context, held) : null
  if (answered !== null) return finished(attending, answered)
  const { program, lease } = await handOver(attending)
  const renewing = every(runLease / 3, () => void lease.renew().catch(() => undefined))
  const watched = watch(program, attending)
  try {
    const end = await program.ended
    const { from, id } = held.letter.message
    const { exit, signal } = end
    const value = { message: shortId(id), from, exit, signal }
    const decided = await decide(attending, end, watched.timedOut())
    return { ...value, ...decided, milliseconds: context.now() - began }
  } finally {
    watched.rest()
    renewing.stop()
  }
}

/** A program could not work on what it cannot read, and its requester must hear of that. */
async function unopened(attending: Attending, locked: string): Promise<RanValue> {
  const reason = `It is sealed and cannot be opened: ${locked}`
  return { ...(await withoutProgram(attending, { verb: 'fail' }, reason)), reason }
}

/** An earlier runner had it answered: to start the program again would do its work twice. */
async function finished(attending: Attending, reply: string): Promise<RanValue> {
  return { ...(await withoutProgram(attending, { verb: 'complete' })), reply }
}

async function withoutProgram(
  attending: Attending,
  move: { readonly verb: 'complete' | 'fail' },
  why?: string,
): Promise<RanValue> {
  const { context, held } = attending
  const { from, id } = held.letter.message
  const { deliveries } = context.store
  const lease = { by: runnerOf(context), until: context.now() + runLease }
  const settlement = { verb: 'process', lease } as const
  await deliveries.settle(doerOf(context), context.actor.address, [held.hold], settlement, context.now())
  const outcome = await close(attending, move, why)
  const ran = { exit: null, signal: null, reason: null, reply: null, milliseconds: 0 }
  return { ...ran, message: shortId(id), from, outcome }
}

/** Starts it, lets it have the message, and settles: from here on the message is being worked on. */
async function handOver({ context, held, command, stop }: Attending) {
  const { deliveries } = context.store
  const { hold } = held
  const owner = context.actor.address
  const release = () => deliveries.release(doerOf(context), owner, [hold], context.now())
  const lease = () => ({ by: runnerOf(context), until: context.now() + runLease })
  let program: Program
  try {
    if (stop.aborted) throw new MailError('stale', 'Watchpost was stopped before the program started.', '')
    program = await requirePrograms(context).start(command, {
      input: await promptOf(context, held),
      variables: {
        ...variablesOf(context, held),
        WATCHPOST_HOPS: String(await hopsOf(context, held.letter.message)),
      },
    })
  } catch (error) {
    await release()
    throw error
  }
  await Promise.race([program.flushed, program.ended, pause(longestFlush, { ref: false })])
  try {
    const settlement = { verb: 'process', lease: lease() } as const
    const [settled] = await deliveries.settle(doerOf(context), owner, [hold], settlement, context.now())
    if (settled?.problem && (await isAnothers(context, held))) program.stop()
  } catch (error) {
    program.stop()
    throw error
  }
  return { program, lease: { renew: () => deliveries.renew(owner, hold, lease()) } }
}

/** Whether another process took the message, so that this program must not work on it. What the program itself did to it stays. */
async function isAnothers({ store, actor }: Context, { hold }: Taken): Promise<boolean> {
  const copy = await store.deliveries.find(actor.address, hold.message)
  return copy === null || copy.attempts !== hold.attempt
}

function requirePrograms({ programs }: Context) {
  if (programs === undefined) throw new TypeError('Programs cannot be started here.')
  return programs
}

async function promptOf(context: Context, { letter }: Taken): Promise<string> {
  const { message, delivery } = letter
  const ids = { id: shortId(message.id), thread: shortId(message.thread) }
  const owner = context.actor.address
  return pendingText(
    [
      {
        ...pendingOf(message, ids, {
          owner,
          owes: delivery?.owes ?? false,
          answers: await answersNow(context)(message),
          ends: await endsNow(context)(message),
          replaces: await replacedFact(context, message),
        }),
        newer: (await newerFacts(context, [message.id])).get(message.id),
      },
    ],
    { maxChars: Number.POSITIVE_INFINITY },
    { owner, mark: randomMark(), now: context.now(), unread: 1 },
  ).text
}

function variablesOf(context: Context, { letter, hold }: Taken): Readonly<Record<string, string>> {
  const { id, thread, replyTo, kind, priority, task } = letter.message
  return {
    WATCHPOST_AGENT: context.actor.address,
    WATCHPOST_STORE: context.store.location,
    WATCHPOST_MESSAGE: shortId(id),
    WATCHPOST_THREAD: shortId(thread),
    WATCHPOST_REPLY_TO: replyTo === null ? '' : shortId(replyTo),
    WATCHPOST_KIND: kind,
    WATCHPOST_PRIORITY: priority,
    WATCHPOST_TASK: sanitizeLine(task ?? ''),
    WATCHPOST_ATTEMPT: String(hold.attempt),
  }
}

function watch(program: Program, { timeout, stop }: Attending) {
  let timedOut = false
  const timer =
    timeout === null
      ? undefined
      : after(timeout, () => {
          timedOut = true
          program.stop()
        })
  stop.addEventListener('abort', program.stop)
  if (stop.aborted) program.stop()
  return {
    timedOut: () => timedOut,
    rest() {
      timer?.stop()
      stop.removeEventListener('abort', program.stop)
    },
  }
}

type Decided = Pick<RanValue, 'outcome' | 'reason' | 'reply'>

/** What becomes of the message once its program is over. A change by the program itself stays. */
async function decide(attending: Attending, end: ProgramEnd, timedOut: boolean): Promise<Decided> {
  const { held, command, timeout, stop, reply } = attending
  const isDone = end.exit === 0 && !timedOut
  const answered = reply && isDone ? await answerWith(attending, end) : { id: null, problem: null }
  const isCodingAgent = harnessStartedBy(command) !== null
  const ended = endOfWork({
    // The program's complaint may quote the message, and a reason is not sealed.
    end: isSealedMail(held.letter.message) ? { ...end, complaint: '' } : end,
    timeout: timedOut && timeout !== null ? durationText(timeout) : null,
    stopped: stop.aborted,
    unsent: answered.problem,
    owes: isDone && isCodingAgent && (await stillOwes(attending)),
    isCodingAgent,
  })
  const why = ended.verb === 'fail' ? ended.reason : null
  const outcome = await close(attending, { verb: ended.verb }, why ?? undefined)
  if (ended.verb === 'unread')
    return { outcome: 'released', reason: 'The program was stopped before it finished.', reply: null }
  const isTold = outcome === 'failed' || answered.problem !== null
  return { outcome, reason: isTold ? why : null, reply: answered.id }
}

/** Whether the message is still this work, and its sender waits for an answer. Nobody does once its task has ended. */
async function stillOwes({ context, held }: Attending): Promise<boolean> {
  const { store, actor } = context
  const { id, task } = held.letter.message
  const copy = await store.deliveries.find(actor.address, id)
  if (copy === null || copy.box !== 'processing' || copy.attempts !== held.hold.attempt) return false
  if (!owesAnswer(copy)) return false
  return task === null || (await store.tasks.find(task))?.status !== 'completed'
}

/** Ends the runner's own work on the message, if it still has it. */
export async function close(
  { context, held: { hold } }: Pick<Attending, 'context' | 'held'>,
  move: { readonly verb: 'complete' | 'fail' | 'unread' },
  why?: string,
): Promise<RanValue['outcome']> {
  const owner = context.actor.address
  const expect = { status: 'processing', attempts: hold.attempt } as const
  const targets = [{ message: hold.message, expect }]
  const note = why === undefined ? undefined : { reason: why }
  const { deliveries } = context.store
  const [moved] = await deliveries.move(doerOf(context), owner, targets, { ...move, at: context.now() }, note)
  const box = moved?.letter?.delivery?.box
  if (box === 'failed') {
    await tellRequesters(context, owner)
    return 'failed'
  }
  return box === 'completed' || box === 'archived' ? 'completed' : 'released'
}
