import type { ChannelRow, Prunable } from '../../sql/rows/channel-rows.ts'
import * as work from '../../sql/rows/channel-rows.ts'
import { atOnce } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

export type { ChannelRow } from '../../sql/rows/channel-rows.ts'
export { channelColumns } from '../../sql/rows/channel-rows.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function findChannelRow(connection: Connection, name: string): ChannelRow | undefined {
  return atOnce(work.findChannelRow(shared(connection), name))
}

export function subscribersOf(connection: Connection, channel: number): readonly string[] {
  return atOnce(work.subscribersOf(shared(connection), channel))
}

export function patternsOf(connection: Connection, channel: number): readonly string[] {
  return atOnce(work.patternsOf(shared(connection), channel))
}

export function setPatterns(connection: Connection, channel: number, patterns: readonly string[]): boolean {
  return atOnce(work.setPatterns(shared(connection), channel, patterns))
}

export function addToChannels(
  connection: Connection,
  names: readonly string[],
  message: number,
  at: number,
): void {
  atOnce(work.addToChannels(shared(connection), names, message, at))
}

export function addPost(
  connection: Connection,
  channel: Pick<ChannelRow, 'id'>,
  message: number,
  at: number,
): void {
  atOnce(work.addPost(shared(connection), channel, message, at))
}

export function pruneChannel(connection: Connection, channel: ChannelRow, now: number): void {
  atOnce(work.pruneChannel(shared(connection), channel, now))
}

export function prunablePosts(connection: Connection, now: number): readonly Prunable[] {
  return atOnce(work.prunablePosts(shared(connection), now))
}

export function takeOut(
  connection: Connection,
  channel: number,
  messages: readonly number[],
): readonly number[] {
  return atOnce(work.takeOut(shared(connection), channel, messages))
}
