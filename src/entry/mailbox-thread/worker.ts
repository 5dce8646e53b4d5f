import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { MailStore } from '../../../store/mail-store.ts'
import { after, pause } from '../../after.ts'
import { clockDifference } from '../../domain/clock-difference.ts'
import { type Mailbox, openMailbox } from '../../mailbox.ts'
import { loadOperation } from '../../operations/catalogue.ts'
import type { Context, ProgramDriver } from '../../services/context.ts'
import { isOffer, type Offer } from '../../services/offer.ts'
import { keepUp, restAfter } from '../../services/upkeep/runner.ts'
import { within } from '../../services/within.ts'
import { type Opening, type Reply, type Request, toPlain } from './messages.ts'
import { contextsOf } from './open-context.ts'

type Method = (input: object, signal?: AbortSignal) => unknown

const port = parentPort
if (port === null) throw new Error('This file runs in a worker thread only.')
const outbox: Reply[] = []
/** Replies of one turn of the loop go as one message; news of a change goes before the answer of the write that made it. */
const reply = (message: Reply): void => {
  outbox.push(message)
  if (outbox.length === 1) setImmediate(flush)
}
const flush = (): void => {
  const replies = outbox.splice(0)
  const time: readonly Reply[] = now === null ? [] : [{ type: 'time', now: now() }]
  port.postMessage([
    ...time,
    ...replies.sort((one, other) => Number(other.type === 'item') - Number(one.type === 'item')),
  ])
}
/** The store's time, once there is a store. */
let now: (() => number) | null = null
const offers = new Map<number, Offer<unknown>>()
const streams = new Map<number, Streaming>()

/** A running stream: the number of values that the caller still wants. `wake` ends the wait for the next request. */
type Streaming = { readonly stop: AbortController; wanted: number; wake(): void }

/** What a screen asks for before it shows rows, of those that are not in the chunk of every command. */
const askedFirst = ['whoami', 'glance', 'thread'] as const

const given = workerData as { readonly opening?: Opening; readonly looks?: Opening }
if (given.opening !== undefined) void start(port, given.opening)
else if (given.looks !== undefined) void look(port, given.looks)

/** This thread looks into other stores for a screen, and has no mailbox of its own. */
async function look(port: MessagePort, opening: Opening): Promise<void> {
  ;(await import('../stores/look-worker.ts')).serveLooks(port, opening)
}

async function start(port: MessagePort, opening: Opening): Promise<void> {
  try {
    const context = await contextsOf(opening)()
    const { store, swarm, settings, onlyLooks = false } = context
    const mailbox = openMailbox(context)
    now = () => store.now()
    const stop = opening.readOnly || onlyLooks ? async () => undefined : keepInShape(context)
    port.on('message', (requests: readonly Request[]) => {
      asked = performance.now()
      for (const request of requests)
        if (request.type === 'close') void end(store, stop)
        else if (request.type === 'forget') offers.delete(request.token)
        else void serve(mailbox, request)
    })
    const clockNote = clockDifference(store.ahead())?.why ?? null
    reply({ type: 'opened', opened: { location: store.location, swarm, settings, onlyLooks, clockNote } })
    // The code behind the first answers loads here while the screen loads there.
    setImmediate(() => void Promise.all(askedFirst.map(loadOperation)))
  } catch (error) {
    reply({ type: 'refused', error: toPlain(error) })
    setImmediate(() => port.close())
  }
}

async function serve(mailbox: Mailbox, request: Extract<Request, { readonly call: number }>): Promise<void> {
  const { call } = request
  try {
    switch (request.type) {
      case 'call': {
        const answer = await (mailbox[request.operation] as Method)(request.input)
        return isOffer(answer) ? offered(call, answer) : reply({ type: 'answer', call, value: answer })
      }
      case 'stream':
        return await stream(call, mailbox[request.operation] as Method, request.input)
      case 'pull':
        return pull(streams.get(call))
      case 'stop':
        return stopStream(streams.get(call))
      default: {
        const offer = offers.get(request.token)
        if (request.type !== 'keep') offers.delete(request.token)
        await offer?.[request.type]?.()
        reply({ type: 'answer', call, value: undefined })
      }
    }
  } catch (error) {
    reply({ type: 'error', call, error: toPlain(error) })
  }
}

/** The functions of an offer stay here, by the number of the call that asked for it. */
function offered(call: number, offer: Offer<unknown>): void {
  offers.set(call, offer)
  const { value, notes, closedEarly } = offer
  reply({ type: 'offer', call, token: call, offer: { value, notes, ...(closedEarly && { closedEarly }) } })
}

/**
 * One value is on its way at a time. What takes them may be slower than what makes them: changes that come meanwhile are
 * one change then, and none waits in memory.
 */
async function stream(call: number, method: Method, input: object): Promise<void> {
  const one: Streaming = { stop: new AbortController(), wanted: 1, wake: () => undefined }
  streams.set(call, one)
  try {
    for await (const value of method(input, one.stop.signal) as AsyncIterable<unknown>) {
      reply({ type: 'item', call, value })
      one.wanted -= 1
      while (one.wanted === 0 && !one.stop.signal.aborted)
        await new Promise<void>((resolve) => (one.wake = resolve))
    }
    reply({ type: 'end', call })
  } finally {
    streams.delete(call)
  }
}

function pull(one: Streaming | undefined): void {
  if (one === undefined) return
  one.wanted += 1
  one.wake()
}

function stopStream(one: Streaming | undefined): void {
  one?.stop.abort()
  one?.wake()
}

/** Offers that nobody settled are released; a store that is locked by others does not hold up the end for long. */
async function end(store: MailStore, stop: () => Promise<unknown>): Promise<void> {
  for (const one of streams.values()) stopStream(one)
  const released = Promise.allSettled([...offers.values()].map((offer) => offer.release()))
  await within(farewell, released)
  await stop().catch(() => undefined)
  await store.close()
  port?.close()
}

const farewell = 1_000
const quiet = 5_000
const busy = 50

/** When the screen last asked for anything. */
let asked = Number.NEGATIVE_INFINITY
/** Upkeep waits until the screen has asked for nothing this long, but never longer than `mostPatience`, ms. */
const [calm, mostPatience] = [700, 5_000]

/** A step of upkeep holds this thread, and a key would wait for it. */
async function restWhileBusy(took: number): Promise<void> {
  const end = performance.now() + mostPatience
  await restAfter(took)
  while (performance.now() - asked < calm && performance.now() < end) await pause(calm / 4)
}

/** For what notifies the person: the operations of a screen start none. */
const programs: ProgramDriver = {
  start: async (command, how) => (await import('../../drivers/programs.ts')).programs.start(command, how),
}

/** Timed upkeep while the mailbox is open, and the store's own in small slices: quickly only while more is left. */
function keepInShape(context: Context): () => Promise<void> {
  const stopUpkeep = keepUp({ ...context, programs }, { programs: false, rest: restWhileBusy })
  let timer = after(quiet, tend)

  async function tend(): Promise<void> {
    const more = await context.store.live.tend().catch(() => false)
    timer = after(more ? busy : quiet, tend)
  }

  return async () => {
    timer.stop()
    await stopUpkeep()
  }
}
