/**
 * How a recipient was addressed: `to`, `cc`, or a selector such as `role:architect`. Most copies have one way. `alsoVia` has the
 * others, where there are any.
 */
export type Ways = { readonly via: string; readonly alsoVia?: readonly string[] | undefined }

/** A place in the order of ways, by the word before the colon. Groups, channels, queues and patterns come after the copies. */
const places: ReadonlyMap<string, number> = new Map([
  ['to', 0],
  ['cc', 1],
  ['role', 3],
  ['concern', 4],
  ['domain', 4],
  ['project', 4],
  ['session', 5],
  ['swarm', 6],
  ['all', 7],
])
const otherPlace = 2

/**
 * The ways of one copy, each once. The first is the one that is lost last: a name before a copy, both before what a recipient may
 * cease to be, and a broadcast after all others.
 */
export function orderedWays(ways: readonly string[]): Ways {
  const [only = 'to'] = ways
  if (ways.length < 2) return { via: only }
  const each = [...new Set(ways)].filter((way) => way !== 'cc' || !ways.includes('to'))
  const [via = only, ...alsoVia] = each.sort((one, other) => placeOf(one) - placeOf(other))
  return alsoVia.length === 0 ? { via } : { via, alsoVia }
}

function placeOf(way: string): number {
  const colon = way.indexOf(':')
  return places.get(colon < 0 ? way : way.slice(0, colon)) ?? otherPlace
}

export function waysOf({ via, alsoVia }: Ways): readonly string[] {
  return alsoVia === undefined ? [via] : [via, ...alsoVia]
}

/** The ways of a recipient in `cc`, where its own name is a copy. */
export function waysOfCopy(recipient: Ways): readonly string[] {
  return waysOf(recipient).map((way) => (way === 'to' ? 'cc' : way))
}

export function isRoleWay(way: string): boolean {
  return way.startsWith('role:')
}

/** The end of what ends last; `null` for never. */
export function latest(ends: readonly (number | null)[]): number | null {
  let last = 0
  for (const end of ends) {
    if (end === null) return null
    last = Math.max(last, end)
  }
  return last
}

/** Whether a role's mail is done for a holder of it: every way by which it has the mail is a role whose mail is done. */
export function isDoneByRoles(
  ways: readonly string[],
  done: readonly string[],
  isDone: (role: string) => boolean,
): boolean {
  return (
    ways.some((way) => done.includes(way)) &&
    ways.every((way) => isRoleWay(way) && (done.includes(way) || isDone(way)))
  )
}
