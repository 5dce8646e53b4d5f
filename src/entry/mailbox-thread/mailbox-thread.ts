import type { Mailbox } from '../../mailbox.ts'
import { isStream, type OperationName, operationNames } from '../../operations/catalogue.ts'
import type { EndOfOffer, Opened, Opening, Reply } from './messages.ts'
import { openWire, type Wire, workerFile } from './wire.ts'

export type MailboxThread = Opened & {
  /** The mailbox, whose operations run in the thread. */
  readonly mailbox: Mailbox
  /** The store's time. */
  now(): number
  close(): Promise<void>
}

/**
 * A mailbox in a thread of its own, so that no key waits for the store. Operations cross the thread, not store methods. A
 * thread that dies is started again: what it held lapses, and what it had not answered is asked again where that is safe.
 * @throws MailError whatever opening the store throws
 */
export async function openMailboxThread(opening: Opening, file = workerFile()): Promise<MailboxThread> {
  const [wire, opened] = await openWire(opening, file)
  let last = 0
  const next = (): number => {
    last += 1
    return last
  }
  // A caller that only looked drops its offer without an end.
  const dropped = new FinalizationRegistry<number>((token) => wire.post({ type: 'forget', token }))
  const methods = operationNames.map((operation) => [
    operation,
    isStream(operation)
      ? (input: object, signal: AbortSignal) => streamOf(wire, next(), operation, input, signal)
      : async (input: object) => answered({ wire, next, dropped }, operation, input),
  ])
  return { ...opened, mailbox: Object.fromEntries(methods) as Mailbox, now: wire.now, close: wire.close }
}

type Asking = {
  readonly wire: Wire
  readonly next: () => number
  readonly dropped: FinalizationRegistry<number>
}

/** A value, or an offer whose functions are requests by its token. */
async function answered(
  { wire, next, dropped }: Asking,
  operation: OperationName,
  input: object,
): Promise<unknown> {
  const call = next()
  const answer = await wire.ask({ type: 'call', call, operation, input })
  if (!isOffer(answer, call)) return answer
  // Held by the functions alone: a caller may keep one of them and drop the rest.
  const held = { token: answer.token }
  dropped.register(held, held.token)
  const to = (type: EndOfOffer) => () => wire.ask({ type, call: next(), token: held.token })
  return { ...answer.offer, settle: to('settle'), release: to('release'), keep: to('keep') }
}

type OfferReply = Extract<Reply, { readonly type: 'offer' }>

function isOffer(answer: unknown, call: number): answer is OfferReply {
  const reply = answer as Partial<OfferReply> | null | undefined
  return reply?.type === 'offer' && reply.call === call && 'token' in reply
}

/** The values of a stream until the caller aborts. The next is made once the caller asks for it. */
async function* streamOf(
  wire: Wire,
  call: number,
  operation: OperationName,
  input: object,
  signal: AbortSignal,
): AsyncIterable<unknown> {
  const items: unknown[] = []
  let isOver = false
  let wake = (): void => undefined
  const stop = (): void => {
    wire.post({ type: 'stop', call })
    wake()
  }
  const over = wire
    .ask({ type: 'stream', call, operation, input }, (value) => {
      items.push(value)
      wake()
    })
    .finally(() => {
      isOver = true
      wake()
    })
  over.catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  try {
    while (!signal.aborted) {
      if (items.length > 0) {
        yield items.shift()
        if (!isOver) wire.post({ type: 'pull', call })
      } else if (isOver) return void (await over)
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    signal.removeEventListener('abort', stop)
    if (!isOver && !signal.aborted) stop()
  }
}
