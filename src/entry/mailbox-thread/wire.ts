import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type FarClock, openFarClock } from '../../../store/shared/far-clock.ts'
import { MailError } from '../../domain/errors.ts'
import { loadOperation } from '../../operations/catalogue.ts'
import { fromPlain, type Opened, type Opening, type Reply, type Request } from './messages.ts'

/** A request that is answered. */
export type Question = Extract<Request, { readonly call: number }>

/** The near end of a thread: requests out, replies in, and another thread where one dies. */
export type Wire = {
  /** Rejects where the thread answers with an error, or dies and the question must not be repeated. */
  ask(question: Question, item?: (value: unknown) => void): Promise<unknown>
  /** A request that nobody answers. */
  post(request: Request): void
  /** The store's time, as the thread told it last. */
  now(): number
  close(): Promise<void>
}

type Unanswered = {
  readonly question: Question
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Error) => void
  /** Takes the values of a stream. */
  readonly item: ((value: unknown) => void) | undefined
}

/** The number of failures, within this time in ms, after which a thread is not started again. */
const mostRestarts = 3
const restartsWithin = 60_000

/** @throws MailError whatever opening the store throws */
export async function openWire(opening: Opening, file: string): Promise<readonly [Wire, Opened]> {
  const questions = openQuestions()
  const clock = openFarClock()
  const restarts: number[] = []
  let worker: Worker
  let ended: Error | null = null
  let closing: Promise<void> | null = null
  const outbox = openOutbox((requests) => worker.postMessage(requests), questions.fail)

  function start(): Promise<Opened> {
    return new Promise((resolve, reject) => {
      const started = workerFor({ opening }, file)
      let failure: unknown
      worker = started
      started.on('message', (replies: readonly Reply[]) => {
        for (const reply of replies)
          if (reply.type === 'opened') resolve(reply.opened)
          else if (reply.type === 'refused') reject(fromPlain(reply.error))
          else if (reply.type === 'time') learn(clock, reply.now)
          else questions.settle(reply)
        if (questions.none()) started.unref()
      })
      started.on('error', (error) => {
        failure = error
      })
      started.on('exit', (code) => {
        const error = crash(failure instanceof Error ? failure.message : `it ended with code ${code}`)
        reject(error)
        if (started === worker && closing === null) void recover(error)
      })
    })
  }

  async function recover(error: Error): Promise<void> {
    const now = performance.now()
    restarts.push(now)
    const isHopeless = restarts.filter((at) => now - at < restartsWithin).length > mostRestarts
    const isBack = !isHopeless && (await start().catch(() => null)) !== null
    if (!isBack) ended = error
    for (const question of questions.all()) {
      if (isBack && (await isRepeatable(question))) outbox.add(question)
      // Holds of the dead thread have ended: there is nothing to release.
      else if (isBack && question.type === 'release') questions.answer(question.call, undefined)
      else questions.fail(question.call, error)
    }
  }

  const opened = await start()
  const wire: Wire = {
    ask(question, item) {
      if (ended !== null || closing !== null) return Promise.reject(ended ?? closed())
      worker.ref()
      const answer = questions.add(question, item)
      outbox.add(question)
      return answer
    },
    post: outbox.add,
    now: () => clock.now(),
    close() {
      if (ended !== null) return Promise.resolve()
      closing ??= new Promise((resolve) => {
        worker.ref()
        worker.once('exit', () => resolve())
        outbox.add({ type: 'close' })
      })
      return closing
    },
  }
  return [wire, opened]
}

/** A message between threads takes no time that would count. */
function learn(clock: FarClock, now: number): void {
  const at = clock.elapsed()
  clock.learn({ heard: now, said: now }, at, at)
}

/** Requests without an answer yet. */
function openQuestions() {
  const unanswered = new Map<number, Unanswered>()
  const take = (call: number): Unanswered | undefined => {
    const found = unanswered.get(call)
    unanswered.delete(call)
    return found
  }
  return {
    none: () => unanswered.size === 0,
    all: () => [...unanswered.values()].map(({ question }) => question),
    add: (question: Question, item: Unanswered['item']) =>
      new Promise<unknown>((resolve, reject) => {
        unanswered.set(question.call, { question, resolve, reject, item })
      }),
    answer: (call: number, value: unknown) => take(call)?.resolve(value),
    fail: (call: number, error: Error) => take(call)?.reject(error),
    settle(reply: Exclude<Reply, { readonly type: 'opened' | 'refused' | 'time' }>): void {
      if (reply.type === 'item') unanswered.get(reply.call)?.item?.(reply.value)
      else if (reply.type === 'error') take(reply.call)?.reject(fromPlain(reply.error))
      else if (reply.type === 'offer') take(reply.call)?.resolve(reply)
      else take(reply.call)?.resolve(reply.type === 'answer' ? reply.value : undefined)
    },
  }
}

/** Requests of one turn of the loop go as one message: a refresh of the whole screen is one round trip. */
function openOutbox(
  send: (requests: readonly Request[]) => void,
  fail: (call: number, error: Error) => unknown,
) {
  const waiting: Request[] = []
  /** An input that is not plain data fails its own call, and no other. */
  const sendAlone = (request: Request): void => {
    try {
      send([request])
    } catch (error) {
      if ('call' in request) fail(request.call, error as Error)
    }
  }
  const flush = (): void => {
    const requests = waiting.splice(0)
    try {
      send(requests)
    } catch {
      for (const request of requests) sendAlone(request)
    }
  }
  return {
    add(request: Request): void {
      waiting.push(request)
      if (waiting.length === 1) queueMicrotask(flush)
    },
  }
}

/**
 * A repeated look is harmless, and so is a send with a key. An offer's hold lapsed with the thread; a claim's lease did not.
 */
async function isRepeatable(question: Question): Promise<boolean> {
  if (question.type === 'stream') return true
  if (question.type !== 'call') return false
  const { access, yields } = await loadOperation(question.operation)
  const isHold = yields === 'offer' && question.operation !== 'claim'
  return access === 'read' || isHold || 'key' in question.input
}

type WorkerData = { readonly opening: Opening } | { readonly looks: object }

/** The launcher of the bundle starts the thread as it starts the program, with kept code; the sources find their own file. */
const bundled = typeof __dirname === 'string' ? join(__dirname, 'watchpost.js') : ''

export function workerFile(): string {
  return existsSync(bundled) ? bundled : new URL('./worker.ts', import.meta.url).href
}

/** The bundle runs as it is; the sources go through a loader. */
export function workerFor(data: WorkerData, entry = workerFile()): Worker {
  const own = entry.startsWith('file:') ? new URL(entry) : entry
  const file = entry.endsWith('.ts') ? new URL('./from-source.mjs', import.meta.url) : own
  // By default V8 lets the young generation grow to three times 16 MB, which a screen's questions never need.
  const resourceLimits = { maxYoungGenerationSizeMb: 8 }
  return new Worker(file, { workerData: { ...data, entry }, argv: ['mailbox-worker'], resourceLimits })
}

function closed(): MailError {
  return new MailError('internal', 'The mailbox is closed.', 'Open it again.')
}

function crash(what: string): MailError {
  return new MailError(
    'internal',
    `The mailbox's thread failed: ${what}`,
    'Stored mail is safe. Repeat your last action.',
  )
}
