import type { Offer } from '../../operations/operation.ts'

type Pending = { readonly offer: Pick<Offer<unknown>, 'settle' | 'release'>; written: boolean }
type RequestId = string | number

/**
 * Mail on its way over one connection: offered with a result, settled once that result was written and another
 * request shows that it was received; released when the connection closes first.
 */
export type Offers = {
  /** `signal`: the request was cancelled, and its result will not be written. */
  add(request: RequestId, offer: Pending['offer'], signal: AbortSignal): Promise<void>
  written(request: RequestId): void
  /** Another request came. */
  settle(): Promise<void>
  close(): Promise<void>
}

export function openOffers(): Offers {
  const pending = new Map<RequestId, Pending>()
  let closed = false
  let settling: Promise<void> = Promise.resolve()

  async function release(request: RequestId): Promise<void> {
    const found = pending.get(request)
    pending.delete(request)
    await found?.offer.release()
  }

  return {
    async add(request, offer, signal) {
      if (closed || signal.aborted) return offer.release()
      pending.set(request, { offer, written: false })
      const cancel = () => {
        if (!pending.get(request)?.written) void release(request).catch(() => undefined)
      }
      signal.addEventListener('abort', cancel, { once: true })
    },
    written(request) {
      const found = pending.get(request)
      if (found !== undefined) found.written = true
    },
    settle() {
      const received = [...pending].filter(([, { written }]) => written)
      for (const [request] of received) pending.delete(request)
      // What cannot be settled is offered again when its hold lapses.
      const settled = received.map(([, { offer }]) => offer.settle().catch(() => undefined))
      settling = Promise.all([settling, ...settled]).then(() => undefined)
      return settling
    },
    async close() {
      closed = true
      await settling
      await Promise.allSettled([...pending.keys()].map(release))
    },
  }
}
