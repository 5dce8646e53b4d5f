import { every } from '../../after.ts'
import { holdTime, leaseTime } from '../../domain/delivery.ts'
import type { Offer } from '../../services/offer.ts'

type Pending = {
  readonly offer: Pick<Offer<unknown>, 'settle' | 'release' | 'keep'>
  readonly since: number
  written: boolean
}
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

/** How often the hold of mail on its way is renewed, and for how long, ms: a hung client must not keep it for ever. */
type Keeping = { readonly renewal: number; readonly longest: number }
const keeping: Keeping = { renewal: holdTime / 3, longest: leaseTime }

/** While the client is connected its next call is awaited for longer than a hold lasts: it may be at work on the mail. */
export function openOffers({ renewal, longest } = keeping, now = () => performance.now()): Offers {
  const pending = new Map<RequestId, Pending>()
  let closed = false
  let settling: Promise<void> = Promise.resolve()
  const renewing = every(renewal, () => {
    const young = [...pending.values()].filter(({ since }) => now() - since < longest)
    for (const { offer } of young) void offer.keep?.().catch(() => undefined)
  })
  renewing.unref()

  async function release(request: RequestId): Promise<void> {
    const found = pending.get(request)
    pending.delete(request)
    await found?.offer.release()
  }

  return {
    async add(request, offer, signal) {
      if (closed || signal.aborted) return offer.release()
      pending.set(request, { offer, since: now(), written: false })
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
      // Mail that cannot be settled is offered again when its hold ends.
      const settled = received.map(([, { offer }]) => offer.settle().catch(() => undefined))
      settling = Promise.all([settling, ...settled]).then(() => undefined)
      return settling
    },
    async close() {
      closed = true
      renewing.stop()
      await settling
      await Promise.allSettled([...pending.keys()].map(release))
    },
  }
}
