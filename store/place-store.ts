import type { ChannelStatus } from '../src/domain/channel.ts'
import type { Letter } from '../src/domain/message.ts'
import type { QueueStatus } from '../src/domain/queue.ts'
import type { Page, PageRequest } from './page.ts'

/** The places that a roster shows beside its agents, at most 100 of each kind. Counts stop at 100, printed as `99+`. */
export type Places = {
  readonly queues: readonly {
    readonly name: string
    readonly status: QueueStatus
    readonly available: number
    readonly processing: number
    /** Given up: failed, or tried too often. */
    readonly failed: number
  }[]
  readonly channels: readonly {
    readonly name: string
    readonly status: ChannelStatus
    /** The reader gets a copy of every post. */
    readonly subscribed: boolean
    readonly posts: number
  }[]
  /** Every tag of an agent, and every tag that mail was sent to. */
  readonly tags: readonly { readonly tag: string; readonly bearers: number; readonly posts: number }[]
  readonly groups: readonly { readonly name: string; readonly members: number }[]
}

export type PlaceStore = {
  /** A cheap summary of every place, whatever its size. */
  list(reader: string, now: number): Promise<Places>
  /** The agent or person who made a group, queue or channel; `null` where the log does not say. */
  maker(address: string): Promise<string | null>
  /** The newest mail to a tag, the oldest of it first; the next page is the one before. The reader's copies come along. */
  tagged(tag: string, reader: string, now: number, page: PageRequest): Promise<Page<Letter>>
}
