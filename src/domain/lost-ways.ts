import { lapsesInSilence } from './dead-letter.ts'
import { isTag } from './places.ts'
import { type Agent, rolesOf } from './roster.ts'
import { isRoleWay } from './ways.ts'

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
