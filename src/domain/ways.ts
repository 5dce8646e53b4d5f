import { lapsesInSilence } from './dead-letter.ts'
import { isTag } from './places.ts'
import { type Agent, rolesOf } from './roster.ts'

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

/** Whether an agent may cease to be what the way names. A name, a group and a broadcast are never taken from a copy. */
export function canBeLost(way: string): boolean {
  return isRoleWay(way) || isTag(way) || way.startsWith('session:')
}

/** The ways that stay, whatever becomes of the recipient. */
export function lastingWays(ways: readonly string[]): readonly string[] {
  return ways.filter((way) => !canBeLost(way))
}

/**
 * The ways by which a retired agent's unread mail is lost, unless others have it by the same tag. A broadcast reached others. What a role
 * got was passed on before, or is done.
 */
export function waysLostByRetiring(ways: readonly string[]): readonly string[] {
  const direct = ways.filter((way) => !lapsesInSilence(way))
  return direct.every(isRoleWay) && direct.length === ways.length
    ? direct
    : direct.filter((way) => !isRoleWay(way))
}

/** Roles and tags that brought a copy to an agent that has them no longer. */
export function waysNotBorne(
  ways: readonly string[],
  agent: Pick<Agent, 'role' | 'tags'>,
): readonly string[] {
  return ways.filter((way) => {
    if (isRoleWay(way)) return !rolesOf(agent).includes(way.slice('role:'.length))
    return isTag(way) && !agent.tags.includes(way)
  })
}

/** What an agent was before a change and is no longer, as ways. */
export function waysLostBetween(
  before: Pick<Agent, 'role' | 'tags' | 'session'>,
  after: Pick<Agent, 'role' | 'tags' | 'session'>,
): readonly string[] {
  const roles = rolesOf(before).map((role) => `role:${role}`)
  const lost = waysNotBorne([...roles, ...before.tags.filter(isTag)], after)
  const { session } = before
  return session === null || session === after.session ? lost : [...lost, `session:${session}`]
}

/**
 * What becomes of an unfinished copy that lost its last ways.
 * - `passed-on`: it waits for the next holder of a role, or another bearer of the tag has it.
 * - `stays`: its owner has read it, or nobody waits for what a role got.
 * - `dead`: nobody gets it, and its sender is told.
 */
export type FateWithoutWays = 'passed-on' | 'stays' | 'dead'

type WayLess = {
  readonly isUnread: boolean
  /** It is kept for the next holder of a role that is among the lost ways. */
  readonly isWaiting: boolean
  /** Another agent has its own copy by one of the lost ways. */
  readonly isWithOthers: boolean
}

export function fateWithoutWays(
  lost: readonly string[],
  { isUnread, isWaiting, isWithOthers }: WayLess,
): FateWithoutWays {
  if (isWaiting) return 'passed-on'
  if (!isUnread || lost.every(isRoleWay)) return 'stays'
  return isWithOthers ? 'passed-on' : 'dead'
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
