import type { Channel, Retention } from '../src/domain/channel.ts'
import type { Letter } from '../src/domain/message.ts'
import type { Author, Page, PageRequest } from './page.ts'

export type StreamLetter = Letter & { readonly pinned: boolean }

/**
 * Streams of posts. Subscribers' copies are theirs; what is pruned leaves the stream only. A change with an author enters
 * the author's journal, if it changed anything.
 */
export type ChannelStore = {
  find(name: string): Promise<Channel | null>
  list(page: PageRequest): Promise<Page<Channel>>
  /** Takes in posts that were held for its name. @throws `conflict` when there is one by this name */
  create(channel: Retention & { readonly name: string }, at: number, author?: Author): Promise<Channel>
  /** No more posts and no more subscribers; what is there stays. @throws `not-found` */
  close(name: string, author?: Author): Promise<Channel>
  /** Accepts posts and subscribers again. @throws `not-found` */
  reopen(name: string, author?: Author): Promise<Channel>
  /** Keeps more or fewer posts from now on; those beyond leave at once. @throws `not-found` */
  retain(name: string, retention: Retention, at: number, author?: Author): Promise<Channel>
  /** The channel as it was. Messages and copies stay. @throws `not-found` */
  remove(name: string, author?: Author): Promise<Channel>
  /** Takes effect with the next post. A pattern, set, role or tag is resolved for each post. @throws `not-found` · `conflict` when it is closed */
  subscribe(name: string, agent: string, at: number, author?: Author): Promise<Channel>
  unsubscribe(name: string, agent: string, author?: Author): Promise<Channel>
  /** The newest posts, the oldest of them first; the next page is the one before. The reader's own copies come along. */
  posts(name: string, reader: string, now: number, page: PageRequest): Promise<Page<StreamLetter>>
  /** Pins or unpins posts, so that retention spares them; returns those that are in the stream, and which of them changed. */
  pin(
    name: string,
    messages: readonly number[],
    pinned: boolean,
    author?: Author,
  ): Promise<{ readonly found: readonly number[]; readonly changed: readonly number[] }>
  /** The posts that a patrol would take out of each channel, oldest first. Writes nothing. */
  prunable(
    now: number,
  ): Promise<readonly { readonly channel: string; readonly messages: readonly number[] }[]>
  /** Prunes these posts unless they are pinned; returns those that this call removed. */
  prune(name: string, messages: readonly number[]): Promise<readonly number[]>
}
