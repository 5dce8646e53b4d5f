export const channelStatuses = ['active', 'closed'] as const

export type ChannelStatus = (typeof channelStatuses)[number]

/** How much of a channel's stream stays; `null` is all of it. Copies of subscribers stay in any case. */
export type Retention = { readonly retainCount: number | null; readonly retainHours: number | null }

export type Channel = Retention & {
  readonly name: string
  readonly status: ChannelStatus
  readonly subscribers: readonly string[]
  readonly posts: number
}

/** `write`: after each post, exactly. `patrol`: now and then, with some slack, so that not every round prunes. */
export type Pruning = 'write' | 'patrol'

/** How many of so many posts go, the oldest first: a patrol lets a tenth more stand, then goes down to the count. */
export function excessOf({ retainCount }: Retention, posts: number, when: Pruning): number {
  if (retainCount === null || retainCount === 0) return 0
  const tolerated = when === 'write' ? retainCount : Math.floor((retainCount * 11) / 10)
  return posts > tolerated ? posts - retainCount : 0
}

const hour = 3_600_000

/** Posts from before this time go; `null` where time takes none. */
export function keptSince({ retainHours }: Retention, now: number): number | null {
  return retainHours === null || retainHours === 0 ? null : now - retainHours * hour
}
