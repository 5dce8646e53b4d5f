import { isMailError } from '../../domain/errors.ts'
import type { Context } from '../context.ts'
import { type Envelope, findRoute, type Route } from './route.ts'

/** Frequent senders write to the same recipients. The store rejects a route of another roster version as `stale`. */
const known = new WeakMap<Context, Map<string, Route>>()
const mostKnown = 512

/** The last route of such an envelope, if it is remembered. It may be out of date, so it never rejects a recipient. */
export function knownRoute(context: Context, envelope: Envelope): Route | undefined {
  return known.get(context)?.get(keyOf(envelope))
}

/** Finds the route and remembers it; `afresh` where what is remembered proved stale. */
export async function learnRoute(context: Context, envelope: Envelope, afresh: boolean): Promise<Route> {
  const route = await (afresh ? findRoute(context, envelope) : likelyRoute(context, envelope))
  let routes = known.get(context)
  if (routes === undefined || routes.size >= mostKnown) known.set(context, (routes = new Map()))
  routes.set(keyOf(envelope), route)
  return route
}

async function likelyRoute(context: Context, envelope: Envelope): Promise<Route> {
  try {
    return await findRoute(context, envelope, 'remembered')
  } catch (error) {
    if (!isMailError(error)) throw error
    return findRoute(context, envelope)
  }
}

/** Mail to one needs no writing out; a blank begins no other key. */
function keyOf({ to, cc, hold, exclude, answering }: Envelope): string {
  if (to.length === 1 && cc === undefined && hold === undefined && (exclude ?? answering) === undefined)
    return ` ${to[0]}`
  return JSON.stringify([to, cc, hold, exclude, answering])
}
