import { pause } from '../../after.ts'
import { openMailbox } from '../../mailbox.ts'
import type { Opener } from './door.ts'
import type { ToolGroup } from './groups.ts'
import { told } from './told.ts'

export const unreadResource = {
  uri: 'watchpost://unread',
  name: 'unread',
  title: 'Unread mail',
  description: 'Unread mail, most urgent first. Reading the list does not mark the mail as read.',
  mimeType: 'application/json',
} as const

/** Unread mail, as the tool inbox lists it. */
export async function readUnread(open: Opener): Promise<string> {
  const context = await open({ command: 'mcp unread', unregistered: false })
  const inbox = await openMailbox(context).inbox({ unread: true })
  const sheet = {
    tool: 'unread',
    shape: 'inbox',
    full: false,
    reader: context.actor.address,
    now: context.now(),
    groups: new Set<ToolGroup>(),
  }
  return JSON.stringify(told(inbox, sheet).value)
}

/** A mailbox that cannot be looked at just now may be in a moment. */
const patience = 1000

/** Notifies whenever the set of unread mail changes, until the signal aborts. */
export async function watchUnread(
  open: Opener,
  tell: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  let before: string | null = null
  while (!signal.aborted) {
    try {
      const context = await open({ command: 'mcp unread', unregistered: false })
      const now = await idsOf(open)
      if (before !== null && now !== before) await tell()
      before = now
      await openMailbox(context).watch({}, signal)[Symbol.asyncIterator]().next()
    } catch {
      await pause(patience, { ref: false })
    }
  }
}

async function idsOf(open: Opener): Promise<string> {
  const context = await open({ command: 'mcp unread', unregistered: false })
  const { messages, unread } = await openMailbox(context).inbox({ unread: true, limit: 500 })
  return `${unread}:${messages.map(({ id }) => id).join()}`
}
