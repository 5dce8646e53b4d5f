export const channelStatuses = ['active', 'closed'] as const

export type ChannelStatus = (typeof channelStatuses)[number]

/** How many posts a channel keeps; `null` keeps all. Subscribers keep their copies in any case. */
export type Retention = { readonly retainCount: number | null; readonly retainHours: number | null }

/** Subscribers that are resolved for each post: patterns, sets, roles and tags. */
export function isSubscribingMany(subscriber: string): boolean {
  return /[*]|^@|^(?:role|project|concern|domain):/u.test(subscriber)
}

export type Channel = Retention & {
  readonly name: string
  readonly status: ChannelStatus
  readonly subscribers: readonly string[]
  readonly posts: number
}

/**
 * `write`: prune exactly after each post. `patrol`: prune from time to time with some slack, so that not every round
 * prunes.
 */
export type Pruning = 'write' | 'patrol'

/** How many of the oldest posts to prune. A patrol tolerates a tenth more, then prunes down to the limit. */
export function excessOf({ retainCount }: Retention, posts: number, when: Pruning): number {
  if (retainCount === null || retainCount === 0) return 0
  const tolerated = when === 'write' ? retainCount : Math.floor((retainCount * 11) / 10)
  return posts > tolerated ? posts - retainCount : 0
}

const hour = 3_600_000

/** Posts older than this time are pruned; `null` means that age does not matter. */
export function keptSince({ retainHours }: Retention, now: number): number | null {
  return retainHours === null || retainHours === 0 ? null : now - retainHours * hour
}
